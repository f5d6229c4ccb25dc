/** Texts that would call `ran()` if they became markup, script, style or a URL. */
const handlers = [
  'onerror',
  'onload',
  'onclick',
  'onfocus',
  'onmouseover',
  'onpointerenter',
  'onanimationstart',
  'ontoggle',
  'onbegin',
  'onscroll',
];

const markup = [
  '<script>ran()</script>',
  '<ScRiPt>ran()</sCrIpT>',
  '<script src=/ran.js></script>',
  '<script src=//ran.example></script>',
  '</title><script>ran()</script>',
  '</textarea><script>ran()</script>',
  '</script><script>ran()</script>',
  '--><script>ran()</script>',
  ']]><script>ran()</script>',
  '"><script>ran()</script>',
  "'><script>ran()</script>",
  '<img src=/ran.png onerror=ran()>',
  '<img src="/ran.png" onerror="ran()">',
  '<img/src=/ran.png/onerror=ran()>',
  '<img src=x:x onerror=ran()//>',
  '<IMG SRC=/ran.png ONERROR=ran()>',
  '"><img src=/ran.png onerror=ran()>',
  '<img src=`/ran.png` onerror=ran()>',
  '<img srcset=/ran.png onerror=ran()>',
  '<image href=/ran.png onerror=ran()>',
  '<svg onload=ran()>',
  '<svg/onload=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg><a xlink:href=javascript:ran()>x</a>',
  '<svg><animate onbegin=ran() attributeName=x>',
  '<svg><use href=/ran.svg#x />',
  '<math><mi xlink:href=javascript:ran()>x',
  '<body onload=ran()>',
  '<iframe src=javascript:ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>">',
  '<iframe src=/ran.html></iframe>',
  '<object data=javascript:ran()>',
  '<object data=/ran.svg></object>',
  '<embed src=javascript:ran()>',
  '<video src=/ran.mp4 onerror=ran()>',
  '<video><source onerror=ran() src=/ran.mp4>',
  '<audio src=/ran.mp3 onerror=ran()>',
  '<input autofocus onfocus=ran()>',
  '<select autofocus onfocus=ran()>',
  '<textarea autofocus onfocus=ran()>',
  '<details open ontoggle=ran()>x</details>',
  '<marquee onstart=ran()>x</marquee>',
  '<form action=javascript:ran()><button>x',
  '<button formaction=javascript:ran()>x',
  '<isindex action=javascript:ran()>',
  '<base href=//ran.example/>',
  '<meta http-equiv=refresh content=0;url=/ran>',
  '<link rel=stylesheet href=/ran.css>',
  '<style>@import "/ran.css";</style>',
  '<style>*{background:url(/ran.png)}</style>',
  '<a href=javascript:ran()>x</a>',
  '<a href="java&#10;script:ran()">x</a>',
  '<a href="&#106;avascript:ran()">x</a>',
  '<div style=background:url(/ran.png)>x',
  '<template><script>ran()</script></template>',
  '<noscript><p title="</noscript><script>ran()">',
  '<xmp><script>ran()</script></xmp>',
  '<custom-tag onclick=ran() tabindex=1>x',
  '<dialog open onclose=ran()>x</dialog>',
  '<frameset onload=ran()>',
  '<table background=/ran.png>',
  '<keygen autofocus onfocus=ran()>',
  '<plaintext><script>ran()',
  '<%00script>ran()</script>',
  '<scr<script>ipt>ran()</script>',
  '&lt;script&gt;ran()&lt;/script&gt;',
  '&#60;script&#62;ran()&#60;/script&#62;',
  '\\u003cscript\\u003eran()\\u003c/script\\u003e',
  '%3Cscript%3Eran()%3C/script%3E',
];

const addresses = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  'javascript://example.vn/%0aran()',
  'data:text/html,<script>ran()</script>',
  'data:image/svg+xml,<svg onload=ran()>',
  'vbscript:ran()',
  'blob:ran()',
  'https://a.vn/"onmouseover=ran()//',
  "https://a.vn/'onmouseover=ran()//",
  'https://a.vn/><script>ran()</script>',
  'https://a.vn/`onclick=ran()`',
  'http://javascript:ran()@a.vn/',
];

const templates = [
  '{{constructor.constructor("ran()")()}}',
  '${ran()}',
  '#{ran()}',
  '<%= ran() %>',
  '{"__html":"<img src=/ran.png onerror=ran()>"}',
  '__proto__',
  "';ran();//",
  '";ran();//',
  '`;ran();//',
];

/** A hundred texts, short enough for four to fit in a title. */
export const hostileTexts: readonly string[] = [
  ...markup,
  ...handlers.map((handler) => `" ${handler}="ran()" x="`),
  ...addresses,
  ...templates,
];

/** Joins the texts into as few values of at most `maxLength` characters as possible. */
export function packTexts(maxLength: number): string[] {
  const parts: string[] = [];
  for (const text of hostileTexts) {
    const last = parts.at(-1);
    const hasRoom = last !== undefined && last.length + 1 + text.length <= maxLength;
    if (hasRoom) parts[parts.length - 1] = `${last} ${text}`;
    else parts.push(text);
  }
  return parts;
}
