import{e}from"./part-L32MHBIK.js";function t({parts:o}){return e("h1",{children:["attempts ",o.join(" ")]})}export{t as default};
