import { createContext, Script } from 'node:vm'
import { Parser } from 'htmlparser2'
import { CANARY, EVALUATED } from './payload-grammar.mjs'

const SQL_ERROR =
  /syntax error at|unterminated (quoted|\/\*)|PostgreSQL \d|SQLSTATE|pg_(catalog|stat|user)|invalid (input syntax|input value|byte sequence)|DrizzleQueryError|Failed query/i
const STACK = /\n\s+at .{1,200}:\d+:\d+|node_modules|node:internal/
const SYSTEM_FILE = /root:.{0,20}:0:0:|\[fonts\]/
const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'xlink:href',
  'poster',
  'ping',
])
const SCRIPT_URL = /^(javascript|vbscript|data:text|data:image\/svg)/i
const FOREIGN_ELEMENTS = new Set(['base', 'object', 'embed', 'iframe', 'frame', 'applet'])
const SCRIPT_TIMEOUT_MS = 250

/**
 * Throws if a response shows that a payload had an effect: an error of the server or the
 * database, or HTML that runs it.
 *
 * @param {{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }} response
 * @param {string} payload
 */
export function inspectResponse({ status, headers, text }, payload) {
  if (status >= 500) throw new Error(`status ${status}`)
  for (const [pattern, problem] of [
    [SQL_ERROR, 'an SQL error'],
    [STACK, 'a stack trace'],
    [SYSTEM_FILE, 'a system file'],
  ]) {
    const found = pattern.exec(text)?.[0]
    if (found && !payload.includes(found)) throw new Error(`${problem} in the response: ${found}`)
  }
  if (text.includes(EVALUATED)) throw new Error('the template was evaluated')
  if (String(headers['set-cookie']).includes(CANARY)) throw new Error('a header was injected')
  if (isForeign(headers.location)) throw new Error(`a redirect to ${headers.location}`)
  if (headers['content-type']?.startsWith('text/html')) inspectHtml(text)
}

function isForeign(location) {
  return (
    location !== undefined &&
    /^(https?:)?[/\\]{2}/.test(location) &&
    new URL(location, 'http://x').host.includes(CANARY)
  )
}

/**
 * Throws if the HTML runs the payload, navigates to it, or loads from its host.
 *
 * @param {string} html
 */
export function inspectHtml(html) {
  const scripts = []
  let script
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const [attribute, value] of Object.entries(attributes)) inspectAttribute(name, attribute, value)
      if (FOREIGN_ELEMENTS.has(name)) throw new Error(`an element ${name}`)
      if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh')
        throw new Error('an element meta refresh')
      if (name === 'script') script = isExecutable(attributes) ? '' : undefined
    },
    ontext(text) {
      if (script !== undefined) script += text
    },
    onclosetag(name) {
      if (name !== 'script' || script === undefined) return
      scripts.push(script)
      script = undefined
    },
  })
  parser.end(html)
  runScripts(scripts)
}

function inspectAttribute(element, attribute, value) {
  if (attribute.startsWith('on')) throw new Error(`an attribute ${attribute} of ${element}`)
  if (attribute === 'srcdoc') throw new Error('an attribute srcdoc')
  if (!URL_ATTRIBUTES.has(attribute) || !value.includes(CANARY)) return
  // Browsers ignore control characters and spaces in schemes.
  const url = value.replaceAll(/[\0-\x20]/g, '')
  if (SCRIPT_URL.test(url)) throw new Error(`a script URL in ${attribute} of ${element}`)
  if (['script', 'link', 'img'].includes(element) && new URL(url, 'http://x').host.includes(CANARY))
    throw new Error(`${element} loads from the host of the attacker`)
}

function isExecutable({ type = '', src }) {
  return src === undefined && (type === '' || type === 'module' || type.includes('javascript'))
}

/** Runs the inline scripts of a page without a browser's objects: only a payload calls the canary. */
function runScripts(scripts) {
  let isCalled = false
  const sandbox = createContext({
    [CANARY]: () => {
      isCalled = true
    },
    self: {},
    document: { currentScript: { remove() {} } },
  })
  for (const source of scripts) {
    if (!source.includes(CANARY)) continue
    let script
    try {
      script = new Script(source)
    } catch (error) {
      throw new Error(`an inline script is no longer valid: ${error.message}`)
    }
    try {
      script.runInContext(sandbox, { timeout: SCRIPT_TIMEOUT_MS })
    } catch {
      // Browser objects are missing.
    }
    if (isCalled) throw new Error('an inline script ran the payload')
  }
}
