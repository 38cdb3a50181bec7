/** Every payload contains this name, so that checks can find it in responses. */
export const CANARY = 'pwned1337'
const RUN = `${CANARY}()`

/** Ends of the places that text is written to: elements, attributes, comments, scripts. */
const BREAKOUTS = [
  '',
  '">',
  "'>",
  '" ',
  "' ",
  '</script>',
  '</title>',
  '</textarea>',
  '</style>',
  '-->',
  ']]>',
  '</p></div></main></body></html>',
  '\\"></script>',
  '\u2028',
  '`>',
  '<!--',
]

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script/x>${RUN}</script >`,
  `<img src=x onerror=${RUN}>`,
  `<img/src="x"/onerror="${RUN}">`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<a href="javascript:${RUN}">go</a>`,
  `<a href="java&#10;script:${RUN}">go</a>`,
  `<a href="\u0001javascript:${RUN}">go</a>`,
  `<a href="vbscript:${RUN}">go</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">go</a>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button formaction="javascript:${RUN}">go</button></form>`,
  `<base href="https://${CANARY}.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<link rel="stylesheet" href="https://${CANARY}.example/x.css">`,
  `<details open ontoggle=${RUN}>x</details>`,
  `autofocus onfocus=${RUN} x=`,
  `onmouseover=${RUN} style=position:fixed;inset:0 `,
  `";${RUN};//`,
  `';${RUN};//`,
  `\\";${RUN};//`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `javascript:${RUN}`,
]

const MARKUP_ENCODINGS = {
  plain: (text) => text,
  'decimal references': (text) =>
    text.replaceAll(/[<>"'&]/g, (character) => `&#${character.codePointAt(0)};`),
  'hexadecimal references': (text) =>
    text.replaceAll(/[<>"']/g, (character) => `&#x${character.codePointAt(0).toString(16)}`),
  'references twice': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&amp;lt;'),
  'percent encoding': (text) => encodeURIComponent(text),
  'unicode escapes': (text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  'null characters': (text) => text.replaceAll('<', '<\0'),
  'full-width characters': (text) => text.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e'),
  'upper case': (text) => text.toUpperCase().replaceAll(CANARY.toUpperCase(), CANARY),
  'CDATA section': (text) => `<![CDATA[${text}]]>`,
}

const SQL_STARTS = ['', "'", '"', "')", "'))", "';", '%', "\\'", '$$', "%'", '\u02bc', '1']

const SQL_ACTIONS = [
  ' or 1=1',
  ' and 1=0',
  " or 'a'='a",
  ' union select null, version(), null',
  ' union all select email, password from accounts',
  '; drop table articles',
  "; delete from users where ''=''",
  "; update users set role = 'admin'",
  ' and 1=cast((select version()) as int)',
  ' order by 99',
  ' limit 0 offset 1e9',
  '||(select password from accounts limit 1)',
  "; copy articles to program 'touch /tmp/pwned1337'",
  ' and extractvalue(1,concat(0x7e,version()))',
  ' returning *',
  "; notify pages, 'all'",
]

const SQL_ENDS = ['', '--', ' -- -', '/*', '#', "'", '\0', ';']

const SQL_ENCODINGS = {
  plain: (text) => text,
  'inline comments': (text) => text.replaceAll(' ', '/**/'),
  'tabs and line breaks': (text) => text.replaceAll(' ', '\t\n'),
  'percent encoding': (text) => encodeURIComponent(text),
  'mixed case': (text) => text.replaceAll(/[aeo]/g, (letter) => letter.toUpperCase()),
}

/** Of templates (the product is in a response that evaluates them), formats, objects, headers and shells. */
const OTHERS = [
  '{{7919*7907}}',
  `\${7919*7907}`,
  '<%= 7919*7907 %>',
  '#{7919*7907}',
  '%s%n%x%d',
  '__proto__[polluted]',
  'constructor.prototype.polluted',
  `\r\nset-cookie: ${CANARY}=1`,
  `\r\n\r\n<script>${RUN}</script>`,
  `%0d%0aset-cookie:%20${CANARY}=1`,
  `\u560d\u560aset-cookie: ${CANARY}=1`,
  `//${CANARY}.example/`,
  `/\\${CANARY}.example`,
  `https://${CANARY}.example/`,
  `$(touch /tmp/${CANARY})`,
  `;touch /tmp/${CANARY};`,
  `|touch /tmp/${CANARY}`,
  '../../../../../etc/passwd',
  '..\\..\\..\\windows\\win.ini',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%c0%ae%c0%ae/etc/passwd',
  'file:///etc/passwd',
  '%',
  '%%%',
  '%00',
  '\ud800',
  '\u202e\u200b\ufeff',
  '-1e308',
  '99999999999999999999',
  'NaN',
  '[]',
  '{"$gt":""}',
  'a'.repeat(1_500),
  '('.repeat(500),
  '*)(uid=*))(|(uid=*',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
]

/** The product of {@link OTHERS}, which only an evaluated template can contain. */
export const EVALUATED = String(7919 * 7907)

/**
 * Draws payloads of each kind from the grammar.
 *
 * @param {ReturnType<typeof import('./random.mjs').createRandom>} random
 * @param {{ xss: number, sql: number }} counts
 * @returns {{ kind: 'xss' | 'sql' | 'other', encoding: string, text: string }[]}
 */
export function generatePayloads(random, counts) {
  const xss = Array.from({ length: counts.xss }, () => {
    const [encoding, encode] = random.pick(Object.entries(MARKUP_ENCODINGS))
    return { kind: 'xss', encoding, text: encode(random.pick(BREAKOUTS) + random.pick(SCRIPTS)) }
  })
  const sql = Array.from({ length: counts.sql }, () => {
    const [encoding, encode] = random.pick(Object.entries(SQL_ENCODINGS))
    const text = random.pick(SQL_STARTS) + random.pick(SQL_ACTIONS) + random.pick(SQL_ENDS)
    return { kind: 'sql', encoding, text: encode(text) }
  })
  return [...xss, ...sql, ...OTHERS.map((text) => ({ kind: 'other', encoding: 'plain', text }))]
}
