import type { Fragment, Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { dropPoint, Step } from '@tiptap/pm/transform'
import { changesTo, keepUnedited } from '#features/drafts/rules/document-changes.ts'
import { bodyHtml, parseBody } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_SCHEMA, nodeType } from '#features/drafts/rules/draft-schema.ts'
import { parseHtml } from '#features/drafts/testing/documents.ts'
import { readCollaboration, receiveBatches, sendPending } from '../admin/collaboration-plugin.ts'
import { fromStored, toStored } from '../admin/stored-session.ts'
import { restoredFor, restoringClient } from '../rules/client-id.ts'
import { invertSteps, orderSteps } from '../rules/rebase-steps.ts'
import { commandsOf, openEditor } from './editor-commands.ts'
import { createRandom, pick, type Random } from './random.ts'

type Sent = { client: string; base: number; seen: number; steps: object[] }
type Ordered = { version: number; client: string; seen: number; steps: object[] }

const line = (text: string) => nodeType('paragraph').create(null, DRAFT_SCHEMA.text(text))
const START = DRAFT_SCHEMA.topNodeType.create(null, [
  nodeType('headline').create(null, DRAFT_SCHEMA.text('The harbour')),
  nodeType('standfirst').create(null, DRAFT_SCHEMA.text('What the tide brings')),
  nodeType('body').create(null, [
    line('alpha beta gamma'),
    line('delta epsilon'),
    line('zeta eta theta'),
    nodeType('bulletList').create(
      null,
      [line('one'), line('two'), line('three')].map((item) => nodeType('listItem').create(null, item)),
    ),
    line('omega end'),
  ]),
])

/** Each typed character is unique, so that it can be counted. */
export class Characters {
  private next = 0xe000
  readonly typed = new Set<string>()
  /** Deleted by somebody who saw them. */
  readonly deleted = new Set<string>()

  take(count: number): string {
    let text = ''
    for (let index = 0; index < count; index += 1) {
      const character = String.fromCodePoint(this.next)
      this.next = this.next === 0xf8fe ? 0xf0000 : this.next + 1
      this.typed.add(character)
      text += character
    }
    return text
  }

  /** Notes what a person has deleted, and what came back by undoing that. */
  compare(before: Set<string>, after: Set<string>): void {
    for (const character of before) if (!after.has(character)) this.deleted.add(character)
    for (const character of after) if (!before.has(character)) this.deleted.delete(character)
  }
}

function charactersOf(content: Node | Fragment): Set<string> {
  const found = new Set<string>()
  content.descendants((node) => {
    for (const character of node.text ?? '') found.add(character)
  })
  return found
}

/** The server's order, without a database. */
export class Authority {
  doc = START
  readonly batches: Ordered[] = []
  /** The index is the version. */
  private readonly documents = [START]

  append({ client, base, seen, steps }: Sent): void {
    const parse = (step: object) => Step.fromJSON(DRAFT_SCHEMA, step)
    const since = this.batches.slice(base).flatMap((batch) => batch.steps.map((step) => parse(step).getMap()))
    const own = invertSteps(this.documents[base], steps.map(parse))
    const ordered = orderSteps(this.doc, own, since)
    if (ordered.hasDropped && since.length === 0) throw new Error('The server would refuse the steps')
    this.doc = ordered.doc
    this.add(client, seen, ordered.steps)
  }

  /** Restores a text for somebody who has seen a version. */
  restore(text: object, { client, seen }: { client: string; seen: number }): void {
    const { doc, steps } = changesTo(this.doc, DRAFT_SCHEMA.nodeFromJSON(text))
    this.doc = doc
    if (steps.length > 0) this.add(restoringClient(client), seen, steps)
  }

  private add(client: string, seen: number, steps: readonly Step[]): void {
    this.doc.check()
    this.documents.push(this.doc)
    const version = this.batches.length + 1
    this.batches.push({ version, client, seen, steps: steps.map((step) => step.toJSON()) })
  }
}

function textPositions(doc: Node): number[] {
  const positions: number[] = []
  doc.descendants((node, position) => {
    if (node.isTextblock) for (let at = 0; at <= node.content.size; at += 1) positions.push(position + 1 + at)
  })
  return positions
}

export class Person {
  editor = openEditor(START.toJSON())
  private commands = commandsOf(this.editor)
  /** The batch that is being sent. */
  private sent: Sent | null = null
  readonly offered = new Set<string>()
  /** The versions of the server that this person has had. */
  private readonly versions: object[] = [START.toJSON()]

  readonly client: string
  private readonly characters: Characters

  constructor(client: string, characters: Characters) {
    this.client = client
    this.characters = characters
  }

  /** @param authority null without a connection */
  act(authority: Authority | null, random: Random): void {
    const { editor } = this
    const { state } = editor
    const positions = textPositions(state.doc)
    const kind = random()
    const position = pick(positions, random)
    if (kind < 0.55) this.type(position, 1 + Math.floor(random() * 8))
    else if (kind < 0.6) this.editSource(random)
    else if (kind < 0.65)
      editor.view.dispatch(state.tr.setDocAttribute('author', `${this.client} ${Math.floor(random() * 100)}`))
    else if (kind < 0.72) this.deleteSome(position, 1 + Math.floor(random() * 25))
    else if (kind < 0.75) this.drag(position, 1 + Math.floor(random() * 25), pick(positions, random))
    else if (kind < 0.77) {
      if (authority) this.restore(authority, random)
    } else {
      editor.view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, position)))
      this.watch(() => pick(this.commands, random)(editor))
    }
  }

  /** Drags text, restores a version, or undoes or redoes an edit. */
  rearrange(authority: Authority | null, random: Random): void {
    const kind = random()
    const positions = textPositions(this.editor.state.doc)
    if (kind < 0.4) this.drag(pick(positions, random), 1 + Math.floor(random() * 25), pick(positions, random))
    else if (kind < 0.8) this.watch(() => this.editor.commands[kind < 0.65 ? 'undo' : 'redo']())
    else if (authority) this.restore(authority, random)
  }

  private type(position: number, count: number): void {
    let at = position
    for (const character of this.characters.take(count)) {
      this.editor.view.dispatch(this.editor.state.tr.insertText(character, at))
      at += character.length
    }
  }

  private deleteSome(position: number, length: number): void {
    const { doc, tr } = this.editor.state
    const end = doc.resolve(Math.min(doc.content.size - 1, position + length))
    this.watch(() =>
      this.editor.view.dispatch(
        tr.setSelection(TextSelection.between(doc.resolve(position), end)).deleteSelection(),
      ),
    )
  }

  /** As prosemirror-view does it. */
  private drag(position: number, length: number, target: number): void {
    const { doc, tr } = this.editor.state
    const end = doc.resolve(Math.min(doc.content.size - 1, position + length))
    const selection = TextSelection.between(doc.resolve(position), end)
    const slice = selection.content()
    if (slice.size === 0 || (target > selection.from && target < selection.to)) return
    const to = dropPoint(doc, target, slice) ?? target
    tr.setSelection(selection).deleteSelection()
    const at = tr.mapping.map(to)
    tr.replaceRange(at, at, slice)
    this.watch(() => this.editor.view.dispatch(tr))
  }

  /** Restores a version that this person has had. The editor sends all edits before it. */
  restore(authority: Authority, random: Random): void {
    this.synchronize(authority)
    this.watch(() => {
      const { version } = readCollaboration(this.editor.state)
      authority.restore(pick(this.versions, random), { client: this.client, seen: version })
      this.receive(authority.batches)
    })
  }

  synchronize(authority: Authority): void {
    this.receive(authority.batches)
    this.send(authority)
    this.receive(authority.batches)
  }

  /** Types into the HTML of the text. */
  private editSource(random: Random): void {
    const { doc, schema, tr } = this.editor.state
    const html = bodyHtml(doc.child(2))
    const starts = [...html.matchAll(/<p>/g)].map(({ index }) => index + 3)
    if (starts.length === 0) return
    const at = pick(starts, random)
    const source = html.slice(0, at) + this.characters.take(3) + html.slice(at)
    const read = (html: string) =>
      schema.nodeFromJSON(nodeType('body').create(null, parseBody(html, parseHtml)).toJSON())
    const next = doc.copy(doc.content.replaceChild(2, keepUnedited(doc.child(2), read(html), read(source))))
    for (const step of changesTo(doc, next).steps) tr.step(step)
    this.editor.view.dispatch(tr)
  }

  private watch(change: () => void): void {
    const before = charactersOf(this.editor.state.doc)
    change()
    this.characters.compare(before, charactersOf(this.editor.state.doc))
  }

  send(authority: Authority): void {
    const { state } = this.editor
    const { pending, version } = readCollaboration(state)
    if (this.sent || pending.length === 0) return
    const { transaction, steps, seen } = sendPending(state)
    this.editor.view.dispatch(transaction)
    this.sent = { client: this.client, base: version, seen, steps: steps.map((step) => step.toJSON()) }
    authority.append(this.sent)
  }

  /** Closes the editor, and opens what the device has stored. */
  reopen(): void {
    const stored = { ...toStored(this.editor.state), batch: this.sent && { ...this.sent, batch: 1 } }
    const rest = {
      client: this.client,
      owner: '',
      draft: '',
      batchCount: 1,
      isNew: false,
      lost: [],
      savedAt: 0,
    }
    const { doc, initial } = fromStored({ ...rest, ...stored, stored: null })
    this.editor.destroy()
    this.editor = openEditor(doc.toJSON(), initial)
    this.commands = commandsOf(this.editor)
  }

  receive(batches: readonly Ordered[]): void {
    for (const batch of batches) {
      const { state } = this.editor
      if (batch.version <= readCollaboration(state).version) continue
      const isOwn = batch.client === this.client
      const steps = batch.steps.map((step) => Step.fromJSON(state.schema, step))
      const restored = restoredFor(batch.client, this.client)
      const received = { ...batch, isOwn, restoredFor: restored, by: batch.client, steps }
      const { transaction, lost } = receiveBatches(state, [received])
      this.editor.view.dispatch(transaction)
      if (readCollaboration(this.editor.state).pending.length === 0)
        this.versions.push(this.editor.state.doc.toJSON())
      for (const text of lost) for (const character of text) this.offered.add(character)
      if (isOwn) this.sent = null
    }
  }
}

const MAX_PAUSE_MS = 40_000

type Options = {
  people: number
  rounds: number
  /** The share of actions that drag, restore, undo or redo, from 0 to 1. */
  rearranging?: number
  /** Called before each action, with the milliseconds since the one before. */
  wait: (ms: number) => void
}

type Outcome = {
  /** The number of typed characters. */
  typed: number
  /** Characters that are neither in the text nor deleted by somebody who saw them, and were not offered to their author. */
  lost: string[]
  /** Characters that are in the text more than once. */
  doubled: string[]
  /** The clients whose text is another one in the end. */
  different: string[]
}

/** Lets several people, some of whom are offline at times, write and change the structure of a text at random places. */
export function simulateWriting(seed: number, { people, rounds, rearranging = 0, wait }: Options): Outcome {
  const random = createRandom(seed)
  const characters = new Characters()
  const authority = new Authority()
  const all = Array.from({ length: people }, (_, index) => new Person(`client-${index}`, characters))
  for (let round = 0; round < rounds; round += 1)
    for (const person of all) {
      const isOffline = random() < 0.2
      for (let count = 0; count < 6; count += 1) {
        wait(random() * MAX_PAUSE_MS)
        if (isOffline && random() < 0.1) person.reopen()
        const isRearranging = rearranging > 0 && random() < rearranging
        person[isRearranging ? 'rearrange' : 'act'](isOffline ? null : authority, random)
        if (isOffline) continue
        if (random() < 0.4) person.send(authority)
        if (random() < 0.4)
          person.receive(authority.batches.slice(0, Math.ceil(random() * authority.batches.length)))
      }
    }
  for (let pass = 0; pass < 4; pass += 1) for (const person of all) person.synchronize(authority)
  const isDifferent = ({ editor }: Person) =>
    JSON.stringify(editor.state.doc) !== JSON.stringify(authority.doc)
  const offered = new Set(all.flatMap((person) => [...person.offered]))
  const counts = new Map<string, number>()
  for (const character of authority.doc.textContent) counts.set(character, (counts.get(character) ?? 0) + 1)
  const isLost = (character: string) =>
    !counts.has(character) && !characters.deleted.has(character) && !offered.has(character)
  for (const person of all) person.editor.destroy()
  return {
    typed: characters.typed.size,
    lost: [...characters.typed].filter(isLost),
    doubled: [...characters.typed].filter((character) => (counts.get(character) ?? 0) > 1),
    different: all.filter(isDifferent).map(({ client }) => client),
  }
}
