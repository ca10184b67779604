import{e}from"./part-L32MHBIK.js";function r({parts:o}){return e("h1",{children:["query ",o.join(" ")]})}export{r as default};
