import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { type SentFile, sendFile } from '#features/media/admin/send-file.ts'
import { fetchImage, fetchImageFailure } from '#features/media/media.functions.ts'
import { type LibraryFile, toChosenFile } from '#features/media/rules/library-file.ts'
import type { FetchedImage } from '#features/media/server/fetch-image.server.ts'
import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { isAborted } from '#ui/show-failure.ts'
import { imageContent } from '../rules/image.ts'
import type { PastedImageAttributes } from '../rules/pasted-image.ts'
import { createButton, createElement } from './card-elements.ts'

/** `file` is missing if the image has an address. */
export type PastedImage = { id: string; file?: File }

/** `reason` is a sentence. */
type State = { kind: 'waiting' } | { kind: 'loading' } | { kind: 'failed'; reason: string }
type Task = { file: File | undefined; state: State }

/** The server stores one image at a time. */
const MAX_RUNNING = 2

/** Adds the images of pasted text to the library, and puts them where they stood. */
export class PastedImages {
  /** Those that this person has pasted or loads, by id. */
  private readonly tasks = new Map<string, Task>()
  private readonly cards = new Set<PastedImageCard>()
  private readonly running = createSemaphore(MAX_RUNNING)
  private readonly closing = new AbortController()

  /** Call it before the text is inserted: an image is loaded once it is shown. */
  add(images: readonly PastedImage[]): void {
    // Pasted into the headline, they were not shown.
    for (const [id, { state }] of this.tasks) if (state.kind === 'waiting') this.tasks.delete(id)
    for (const { id, file } of images) this.tasks.set(id, { file, state: { kind: 'waiting' } })
  }

  createPlugin(): Plugin {
    return new Plugin({
      props: {
        nodeViews: {
          pastedImage: (node, view) => {
            const card = new PastedImageCard(node, view, this)
            this.cards.add(card)
            if (this.stateOf(card.attributes.id)?.kind === 'waiting') void this.load(view, card.attributes)
            return card
          },
        },
      },
    })
  }

  /** Stops all loads. */
  close(): void {
    this.closing.abort()
  }

  stateOf(id: string): State | undefined {
    return this.tasks.get(id)?.state
  }

  canLoad({ id, address }: PastedImageAttributes): boolean {
    return address !== '' || this.tasks.get(id)?.file !== undefined
  }

  remove(card: PastedImageCard): void {
    this.cards.delete(card)
  }

  async load(view: EditorView, { id, address }: PastedImageAttributes): Promise<void> {
    const task: Task = { file: this.tasks.get(id)?.file, state: { kind: 'loading' } }
    const { signal } = this.closing
    const change = (state: State) => {
      task.state = state
      for (const card of this.cards) card.render()
    }
    this.tasks.set(id, task)
    change({ kind: 'loading' })
    try {
      const { file } = task
      const sent = await this.running.run<SentFile | FetchedImage>(
        () =>
          file ? sendFile(file, { id, signal, onProgress: () => {} }) : fetchImage({ id, address }, signal),
        signal,
      )
      if (signal.aborted) return
      if (sent.kind === 'refused') return change({ kind: 'failed', reason: sent.reason })
      this.tasks.delete(id)
      showImage(view, id, sent.image)
    } catch (error) {
      if (signal.aborted || isAborted(error)) return
      change({ kind: 'failed', reason: failureText(error, fetchImageFailure()) })
    }
  }
}

/** Replaces the placeholders of an image, which keep their captions. Not a step of Undo, which would remove the image alone. */
function showImage({ state, dispatch }: EditorView, id: string, image: LibraryFile): void {
  const { tr, schema } = state
  const type = schema.nodes.image
  if (!type) return
  const chosen = toChosenFile(image)
  state.doc.descendants((node, position) => {
    if (node.type.name !== 'pastedImage' || node.attrs.id !== id) return
    const { alt, credit } = node.attrs as PastedImageAttributes
    const { attrs, content } = imageContent({
      ...chosen,
      alt: alt || chosen.alt,
      isDecorative: !alt && chosen.isDecorative,
      credit: credit || chosen.credit,
    })
    tr.setNodeMarkup(tr.mapping.map(position), type, attrs)
    const caption = content?.[0]?.text
    if (caption && node.content.size === 0) tr.insertText(caption, tr.mapping.map(position) + 1)
  })
  if (tr.docChanged) dispatch(tr.setMeta('addToHistory', false))
}

class PastedImageCard implements NodeView {
  readonly dom = createElement('figure', 'pasted-image')
  readonly contentDOM: HTMLElement
  private readonly notice = document.createElement('div')
  private node: Node
  private readonly view: EditorView
  private readonly images: PastedImages

  constructor(node: Node, view: EditorView, images: PastedImages) {
    this.node = node
    this.view = view
    this.images = images
    this.notice.contentEditable = 'false'
    this.dom.append(this.notice)
    this.contentDOM = this.dom.appendChild(document.createElement('figcaption'))
    this.render()
  }

  get attributes(): PastedImageAttributes {
    return this.node.attrs as PastedImageAttributes
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isChanged = !node.sameMarkup(this.node)
    this.node = node
    if (isChanged) this.render()
    return true
  }

  stopEvent({ target }: Event): boolean {
    return target instanceof HTMLElement && target.closest('button') !== null
  }

  ignoreMutation({ target }: { target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(target)
  }

  destroy(): void {
    this.images.remove(this)
  }

  render(): void {
    const { id, address } = this.attributes
    const state = this.images.stateOf(id)
    const line = createElement('p', '', statusText(state, address))
    if (state) line.role = state.kind === 'failed' ? 'alert' : 'status'
    this.notice.replaceChildren(line)
    const isIdle = state === undefined || state.kind === 'failed'
    if (!isIdle || !this.view.editable || !this.images.canLoad(this.attributes)) return
    const load = () => void this.images.load(this.view, this.attributes)
    this.notice.append(createButton(state ? phrase('Try Again') : phrase('Load Image'), load))
  }
}

function statusText(state: State | undefined, address: string): string {
  const image = address ? phrase('The image {address}', { address }) : phrase('The pasted image')
  if (state?.kind === 'failed')
    return phrase('{image} was not added. {reason}', { image, reason: state.reason })
  if (state)
    return address
      ? phrase('Loading the image {address}…', { address })
      : phrase('Uploading the pasted image…')
  return address
    ? phrase('{image} is not in the library yet.', { image })
    : phrase('{image} was not uploaded. Delete this block, and add the image again.', { image })
}
