// Translates the texts on stdin, a JSON list, with the table that is named: `node translate.mjs de`.
import {readFileSync} from "node:fs";

const folder = new URL("../../python/reineke/web/static/", import.meta.url);
const source = readFileSync(new URL("translate.js", folder), "utf-8");
const {translator} = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const translate = translator(JSON.parse(readFileSync(new URL(`${process.argv[2]}.json`, folder), "utf-8")));
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(text => translate(text))));
