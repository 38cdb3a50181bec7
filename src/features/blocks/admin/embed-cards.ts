import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { phrase } from '#kernel/text/phrase.ts'
import { describeEmbed, embedFailure } from '../blocks.functions.ts'
import { blockAt } from '../rules/edit-blocks.ts'
import { type EmbedAttributes, embedCaption, embedLabel } from '../rules/embed.ts'
import { parseEmbed, shortAddressProvider, unsupportedEmbed } from '../rules/embed-providers.ts'
import { createButton, createElement } from './card-elements.ts'

/** Whether the newest change is the person's own. */
const key = new PluginKey<boolean>('embedCards')

/** Shows embeds as cards, asks for their addresses, and makes a card of an address that is pasted into an empty paragraph. */
export function createEmbedCards(): Plugin<boolean> {
  return new Plugin({
    key,
    state: {
      init: () => false,
      apply: (tr, isOwn) => (tr.docChanged ? tr.getMeta('addToHistory') !== false : isOwn),
    },
    props: {
      nodeViews: { embed: (node, view, getPosition) => new EmbedCard(node, view, getPosition) },
      handlePaste: (view, event) => pasteAddress(view, event.clipboardData?.getData('text/plain') ?? ''),
    },
  })
}

/** Undo returns the pasted address. */
function pasteAddress(view: EditorView, text: string): boolean {
  const pasted = text.trim()
  const current = blockAt(view.state)
  const isEmpty = current?.node.type.name === 'paragraph' && current.node.content.size === 0
  if (!current || !isEmpty || !(parseEmbed(pasted) || shortAddressProvider(pasted))) return false
  const { position } = current
  view.dispatch(view.state.tr.insertText(pasted, position + 1).setMeta('preventAutolink', true))
  const { tr, schema } = view.state
  const address = parseEmbed(pasted)?.address ?? ''
  const card = schema.node('embed', { address })
  tr.replaceWith(position, position + pasted.length + 2, [card, schema.node('paragraph')])
  tr.setSelection(TextSelection.near(tr.doc.resolve(position + card.nodeSize + 1)))
  view.dispatch(closeHistory(tr).scrollIntoView())
  const dom = view.nodeDOM(position)
  if (!address && dom) cards.get(dom)?.load(pasted)
  return true
}

const cards = new WeakMap<globalThis.Node, EmbedCard>()

type State =
  | { kind: 'idle' }
  | { kind: 'loading' }
  /** `text` was asked for; `reason` is a sentence. */
  | { kind: 'failed'; text: string; reason: string }

class EmbedCard implements NodeView {
  dom = createElement('div', 'embed-card')
  private state: State = { kind: 'idle' }
  private readonly closing = new AbortController()
  private node: Node
  private readonly view: EditorView
  private readonly getPosition: () => number | undefined

  constructor(node: Node, view: EditorView, getPosition: () => number | undefined) {
    this.node = node
    this.view = view
    this.getPosition = getPosition
    this.dom.contentEditable = 'false'
    // The text would take "/" for the block menu.
    for (const type of ['keydown', 'beforeinput']) this.dom.addEventListener(type, keepFromText)
    cards.set(this.dom, this)
    const isOwn = view.editable && key.getState(view.state) === true
    const { address } = this.attributes
    if (isOwn && address && !this.isDescribed) void this.load(address)
    else this.render()
    if (isOwn && !address) setTimeout(() => this.dom.querySelector('input')?.focus())
  }

  private get attributes(): EmbedAttributes {
    return this.node.attrs as EmbedAttributes
  }

  private get isDescribed(): boolean {
    const { title, author, text, image } = this.attributes
    return Boolean(title || author || text || image)
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isChanged = !node.sameMarkup(this.node)
    this.node = node
    // Others write elsewhere while the person types the address.
    if (isChanged) this.render()
    return true
  }

  /** The controls of the card are not text. */
  stopEvent({ target }: Event): boolean {
    return target instanceof HTMLElement && target.closest('input, button') !== null
  }

  ignoreMutation(): boolean {
    return true
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode')
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode')
  }

  destroy(): void {
    this.closing.abort()
  }

  /** Asks the server what the address shows. */
  async load(text: string): Promise<void> {
    this.state = { kind: 'loading' }
    this.render()
    const fail = (reason: string) => {
      this.state = { kind: 'failed', text, reason }
      this.render()
    }
    try {
      const described = await describeEmbed(text, this.closing.signal)
      if (this.closing.signal.aborted) return
      if (described.kind === 'refused') return fail(described.reason)
      if (described.kind === 'failed') {
        this.change({ address: described.address })
        return fail(described.reason)
      }
      const { image, ...rest } = described.embed
      this.state = { kind: 'idle' }
      this.render()
      this.change({
        ...rest,
        image: image?.url ?? '',
        imageWidth: image?.width ?? 0,
        imageHeight: image?.height ?? 0,
      })
    } catch (error) {
      if (!this.closing.signal.aborted)
        fail(error instanceof Error && error.message ? error.message : embedFailure())
    }
  }

  /** Not a step of Undo, which would remove the card in two steps. */
  private change(attributes: Partial<EmbedAttributes>): void {
    const position = this.getPosition()
    if (position === undefined) return
    const { tr } = this.view.state
    tr.setNodeMarkup(position, undefined, { ...this.attributes, ...attributes })
    this.view.dispatch(tr.setMeta('addToHistory', false))
  }

  private render(): void {
    const hadFocus = this.dom.contains(document.activeElement)
    const embed = parseEmbed(this.attributes.address)
    this.dom.replaceChildren(...(embed ? this.card(embed) : [this.form()]), ...this.notices())
    if (hadFocus) this.dom.querySelector<HTMLElement>('input, button')?.focus()
  }

  private card(embed: NonNullable<ReturnType<typeof parseEmbed>>): HTMLElement[] {
    const { image, text } = this.attributes
    const parts: HTMLElement[] = []
    if (image) parts.push(Object.assign(createElement('img', ''), { src: image, alt: '' }))
    if (text) parts.push(createElement('blockquote', 'embed-quote', text))
    parts.push(createElement('p', 'embed-label', embedLabel(this.attributes, embed)))
    parts.push(createElement('p', 'embed-caption', embedCaption(this.attributes, embed)))
    return parts
  }

  private form(): HTMLElement {
    const form = createElement('form', 'embed-form')
    const input = Object.assign(createElement('input', 'field'), {
      type: 'url',
      required: true,
      placeholder: 'https://',
      value: this.state.kind === 'failed' ? this.state.text : '',
      disabled: this.state.kind === 'loading' || !this.view.editable,
    })
    const label = createElement('label', '', phrase('Address of the video, post, chart or map'))
    label.append(input)
    const button = Object.assign(createElement('button', 'admin-button', phrase('Embed')), { type: 'submit' })
    form.append(label, button)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.submit(input.value)
    })
    return form
  }

  private submit(text: string): void {
    if (parseEmbed(text) || shortAddressProvider(text)) void this.load(text)
    else {
      this.state = { kind: 'failed', text, reason: unsupportedEmbed() }
      this.render()
    }
  }

  private notices(): HTMLElement[] {
    const { address } = this.attributes
    if (this.state.kind === 'loading') {
      return [
        Object.assign(createElement('p', 'embed-notice', phrase('Loading the title and image…')), {
          role: 'status',
        }),
      ]
    }
    if (this.state.kind === 'failed') {
      const text = address
        ? phrase('{reason} Readers see a card with the address.', { reason: this.state.reason })
        : this.state.reason
      const reason = Object.assign(createElement('p', 'embed-notice', text), { role: 'alert' })
      return address ? [reason, ...this.retry(phrase('Try Again'))] : [reason]
    }
    const isBare = address !== '' && !this.isDescribed && parseEmbed(address)?.kind !== 'map'
    return isBare ? this.retry(phrase('Load Title and Image')) : []
  }

  private retry(text: string): HTMLElement[] {
    if (!this.view.editable) return []
    return [createButton(text, () => void this.load(this.attributes.address))]
  }
}

function keepFromText(event: Event): void {
  const isShortcut = event instanceof KeyboardEvent && (event.ctrlKey || event.metaKey || event.altKey)
  if (!isShortcut) event.stopPropagation()
}
