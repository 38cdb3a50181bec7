import { fromCrossJSON, toJSON } from 'seroval'
import { appendAddress } from '#features/collaboration/rules/append-address.ts'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { changesTo } from '#features/drafts/rules/document-changes.ts'
import { toDocument } from '#features/drafts/server/draft-document.server.ts'
import { functionPath, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'

/** Serialises the arguments of a server function as clients do. */
export const serialiseArguments = (data) => JSON.stringify(toJSON({ data }))

/** The address of a server function that is called with GET. */
export function readAddress(name, data) {
  const query = data === undefined ? '' : `?payload=${encodeURIComponent(serialiseArguments(data))}`
  return functionPath(name) + query
}

function readResult(name, { status, text }) {
  if (status !== 200 || !text.includes('"result"'))
    throw new Error(`${name}: ${status} ${text.slice(0, 200)}`)
  return fromCrossJSON(JSON.parse(text), { refs: new Map() }).result
}

/**
 * Writes and publishes as the editor of the admin area does.
 *
 * @param {{ url: string, send: ReturnType<typeof import('./site.mjs').startSite>['send'] }} site
 * @param {{ cookie: string }} cookies of a signed-in person
 */
export function openEditor(site, cookies) {
  return {
    /** Calls a function of a process, by default of this one. @returns undefined if the connection was lost */
    async call(name, data, process = site) {
      const headers = {
        ...SAME_ORIGIN_HEADERS,
        ...cookies,
        origin: process.url,
        'content-type': 'application/json',
      }
      const response = await process
        .send(functionPath(name), { method: 'POST', headers, body: serialiseArguments(data) })
        .catch(() => undefined)
      return response && readResult(name, response)
    },

    /** Writes a draft. @returns its id and version */
    async createDraft(fields) {
      const id = crypto.randomUUID()
      const { steps } = changesTo(toDocument(EMPTY_ARTICLE), toDocument({ ...EMPTY_ARTICLE, ...fields }))
      const batch = {
        client: crypto.randomUUID(),
        batch: 1,
        base: 0,
        seen: 0,
        steps: steps.map((step) => step.toJSON()),
        isNew: true,
      }
      const { status, text } = await site.send(appendAddress({ draft: id }), {
        method: 'POST',
        headers: { ...cookies, origin: site.url, 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      })
      const outcome = status === 200 ? JSON.parse(text) : undefined
      if (outcome?.kind !== 'appended') throw new Error(`Not stored: ${status} ${text.slice(0, 200)}`)
      return { id, version: outcome.batches.at(-1).version }
    },
  }
}

export async function signInEditor(site) {
  return openEditor(site, await site.signIn('editor'))
}

/** The arguments of `publishDraftFn`, with an id of the publication. */
export function publicationOf({ id, version }) {
  return { publicationId: crypto.randomUUID(), id, base: { version }, updateKind: 'update' }
}
