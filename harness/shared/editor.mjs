import { fromCrossJSON, toJSON } from 'seroval'
import { appendAddress } from '#features/collaboration/rules/append-address.ts'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { changesTo } from '#features/drafts/rules/document-changes.ts'
import { readForm } from '#features/drafts/rules/draft-document.ts'
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
  const editor = {
    /** Calls a function without effects. */
    async read(name, data) {
      const headers = { ...SAME_ORIGIN_HEADERS, ...cookies }
      return readResult(name, await site.send(readAddress(name, data), { headers }))
    },

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

    /** Changes fields of a draft. @returns the draft as it is stored */
    async edit(draft, fields) {
      const { id, doc, version } = draft
      const changes = changesTo(doc, toDocument({ ...readForm(doc), ...fields }))
      const batch = {
        client: crypto.randomUUID(),
        batch: 1,
        base: version,
        seen: version,
        steps: changes.steps.map((step) => step.toJSON()),
        isNew: version === 0,
      }
      const { status, text } = await site.send(appendAddress({ draft: id }), {
        method: 'POST',
        headers: { ...cookies, origin: site.url, 'content-type': 'application/json' },
        body: JSON.stringify(batch),
      })
      const outcome = status === 200 ? JSON.parse(text) : undefined
      if (outcome?.kind !== 'appended') throw new Error(`Not stored: ${status} ${text.slice(0, 200)}`)
      const stored = outcome.batches.at(-1).version
      // After edits of others the document would differ from the stored one.
      if (stored !== version + 1) throw new Error(`Stored as version ${stored}, after version ${version}`)
      return { ...draft, ...fields, doc: changes.doc, version: stored }
    },

    createDraft: (fields) =>
      editor.edit({ id: crypto.randomUUID(), doc: toDocument(EMPTY_ARTICLE), version: 0 }, fields),
  }
  return editor
}

export async function signInEditor(site, role = 'editor') {
  return openEditor(site, await site.signIn(role))
}

/** The state of a draft that its editor has seen. */
export const baseOf = ({ version }) => ({ version })

/** The arguments of `publishDraftFn`, with an id of the publication. */
export function publicationOf(draft) {
  return { publicationId: crypto.randomUUID(), id: draft.id, base: baseOf(draft), updateKind: 'update' }
}
