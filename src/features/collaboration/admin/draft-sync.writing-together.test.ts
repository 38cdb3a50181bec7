import { Editor, Extension, getExtensionField } from '@tiptap/core'
import type { Fragment, Node } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { Step } from '@tiptap/pm/transform'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BLOCKS } from '#features/blocks/rules/blocks.ts'
import { insertBlocks } from '#features/blocks/rules/edit-blocks.ts'
import { changesTo, keepUnedited } from '#features/drafts/rules/document-changes.ts'
import { bodyHtml, parseBody } from '#features/drafts/rules/draft-document.ts'
import { DRAFT_EXTENSIONS, DRAFT_SCHEMA, nodeType } from '#features/drafts/rules/draft-schema.ts'
import { parseHtml } from '#features/drafts/testing/documents.ts'
import { orderSteps } from '../rules/rebase-steps.ts'
import {
  createCollaborationPlugin,
  readCollaboration,
  receiveBatches,
  sendPending,
} from './collaboration-plugin.ts'
import { fromStored, toStored } from './stored-session.ts'

type Random = () => number
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

/** mulberry32. */
function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const pick = <Item>(items: readonly Item[], random: Random): Item =>
  items[Math.floor(random() * items.length)] as Item

/** Each typed character is unique, so that it can be counted. */
class Characters {
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
class Authority {
  doc = START
  readonly batches: Ordered[] = []

  append({ client, base, seen, steps }: Sent): void {
    const parse = (step: object) => Step.fromJSON(DRAFT_SCHEMA, step)
    const since = this.batches.slice(base).flatMap((batch) => batch.steps.map((step) => parse(step).getMap()))
    const ordered = orderSteps(this.doc, steps.map(parse), since)
    ordered.doc.check()
    this.doc = ordered.doc
    const version = this.batches.length + 1
    this.batches.push({ version, client, seen, steps: ordered.steps.map((step) => step.toJSON()) })
  }
}

type Command = (editor: Editor) => boolean

/** All keys and commands without arguments of the editor, so that new blocks are among them. */
function commandsOf(editor: Editor): Command[] {
  const byKey = new Map<string, Command[]>()
  for (const extension of editor.extensionManager.extensions) {
    const { name, options, storage } = extension
    const type = editor.schema.nodes[name] ?? editor.schema.marks[name]
    const context = { name, options, storage, editor, type }
    const add = getExtensionField<() => Record<string, (props: { editor: Editor }) => boolean>>(
      extension,
      'addKeyboardShortcuts',
      context,
    )
    for (const [key, run] of Object.entries(add?.() ?? {}))
      byKey.set(key, [...(byKey.get(key) ?? []), (editor) => run({ editor })])
  }
  const keys = [...byKey.values()].map(
    (handlers): Command =>
      (editor) =>
        handlers.some((run) => run(editor)),
  )
  const named = Object.entries(editor.extensionManager.commands).flatMap(([name, create]) =>
    create.length > 0 || NOT_EDITS.has(name)
      ? []
      : [
          (editor: Editor) =>
            (editor.commands as unknown as Record<string, () => boolean>)[name]?.() === true,
        ],
  )
  const blocks = BLOCKS.flatMap((block): Command[] => [
    (editor) => insertBlocks(editor, [block.initial]),
    ...(block.commands ?? []).map(({ run }) => run),
  ])
  return [...keys, ...named, ...blocks]
}

/** `enter` simulates a key in a browser; its handlers are among the keys. No key joins blocks that are selected. */
const NOT_EDITS = new Set([
  'blur',
  'focus',
  'scrollIntoView',
  'selectAll',
  'clearContent',
  'enter',
  'joinUp',
  'joinDown',
])

type Initial = Parameters<typeof createCollaborationPlugin>[0]

function openEditor(content: object, initial?: Initial): Editor {
  const editor = new Editor({
    element: null,
    content,
    extensions: [
      ...DRAFT_EXTENSIONS,
      Extension.create({
        name: 'collaboration',
        priority: 2_000,
        addProseMirrorPlugins: () => [createCollaborationPlugin(initial)],
      }),
    ],
  })
  // Without a view, Tiptap adds no plugins.
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }))
  return editor
}

class Person {
  editor = openEditor(START.toJSON())
  private commands = commandsOf(this.editor)
  /** The batch that is being sent. */
  private sent: Sent | null = null
  readonly offered = new Set<string>()

  readonly client: string
  private readonly characters: Characters

  constructor(client: string, characters: Characters) {
    this.client = client
    this.characters = characters
  }

  act(random: Random): void {
    const { editor } = this
    const { state } = editor
    const positions: number[] = []
    state.doc.descendants((node, position) => {
      if (node.isTextblock)
        for (let at = 0; at <= node.content.size; at += 1) positions.push(position + 1 + at)
    })
    const kind = random()
    const position = pick(positions, random)
    if (kind < 0.55) this.type(position, 1 + Math.floor(random() * 8))
    else if (kind < 0.6) this.editSource(random)
    else if (kind < 0.65)
      editor.view.dispatch(state.tr.setDocAttribute('author', `${this.client} ${Math.floor(random() * 100)}`))
    else if (kind < 0.72) this.deleteSome(position, 1 + Math.floor(random() * 25))
    else {
      editor.view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, position)))
      this.watch(() => pick(this.commands, random)(editor))
    }
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
      const { transaction, lost } = receiveBatches(state, [{ ...batch, isOwn, by: batch.client, steps }])
      this.editor.view.dispatch(transaction)
      for (const text of lost) for (const character of text) this.offered.add(character)
      if (isOwn) this.sent = null
    }
  }
}

const MAX_PAUSE_MS = 40_000

type Outcome = { typed: number; lost: string[]; doubled: string[] }

/** @param people some of whom are offline at times */
function simulate(seed: number, people: number, rounds: number): Outcome {
  const random = createRandom(seed)
  const characters = new Characters()
  const authority = new Authority()
  const all = Array.from({ length: people }, (_, index) => new Person(`client-${index}`, characters))
  for (let round = 0; round < rounds; round += 1)
    for (const person of all) {
      const isOffline = random() < 0.2
      for (let count = 0; count < 6; count += 1) {
        vi.setSystemTime(Date.now() + random() * MAX_PAUSE_MS)
        if (isOffline && random() < 0.1) person.reopen()
        person.act(random)
        if (isOffline) continue
        if (random() < 0.4) person.send(authority)
        if (random() < 0.4)
          person.receive(authority.batches.slice(0, Math.ceil(random() * authority.batches.length)))
      }
    }
  for (let pass = 0; pass < 3; pass += 1)
    for (const person of all) {
      person.receive(authority.batches)
      person.send(authority)
      person.receive(authority.batches)
    }
  for (const person of all) {
    person.receive(authority.batches)
    expect(person.editor.state.doc.toJSON(), `seed ${seed}`).toEqual(authority.doc.toJSON())
  }
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
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('several people who write and change the structure at once', () => {
  it.each([
    [2, 10, 30],
    [3, 8, 20],
    [5, 8, 12],
  ])(
    '%i people lose no character, have none twice, and see the same',
    (people, rounds, seeds) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      let typed = 0
      for (let seed = 1; seed <= seeds; seed += 1) {
        const outcome = simulate(seed, people, rounds)
        typed += outcome.typed
        expect(outcome, `seed ${seed}`).toMatchObject({ lost: [], doubled: [] })
      }
      expect(typed).toBeGreaterThan(4_000)
    },
    120_000,
  )
})

it('an undo stays when the edit that it undoes is stored before others edit', () => {
  const authority = new Authority()
  const [ada, ben] = ['ada', 'ben'].map((client) => new Person(client, new Characters())) as [Person, Person]
  const headlineOf = ({ editor }: Person) => editor.state.doc.child(0).textContent
  ada.editor.view.dispatch(ada.editor.state.tr.insertText('new ', 1))
  ada.send(authority)
  ada.editor.commands.undo()
  ada.receive(authority.batches)
  ben.editor.view.dispatch(ben.editor.state.tr.setDocAttribute('author', 'Ben'))
  ben.send(authority)
  ada.receive(authority.batches)
  expect(headlineOf(ada)).toBe('The harbour')
  ada.send(authority)
  ben.receive(authority.batches)
  expect(headlineOf(ben)).toBe('The harbour')
})
