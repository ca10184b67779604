import{e as o}from"./part-L32MHBIK.js";function a({parts:e}){return o("h1",{children:["data ",e.join(" ")]})}export{a as default};
