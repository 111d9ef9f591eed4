let text = "";
for (let i = 0; i < 20000; i++) text += i & 1 ? "ab" : i;
let hash = 0;
for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
const parts = text.split("a");
parts.join("-").toUpperCase().indexOf("ZZ");
`${parts.length}:${hash}`;
