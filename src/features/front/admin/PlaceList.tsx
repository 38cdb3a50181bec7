import { Pin, PinOff } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { Moment } from '#ui/admin/Moment.tsx'
import type { DropKind, Moved, ShownPlace } from '../rules/place-moves.ts'
import { dragSource, dropTarget } from './drag-article.ts'
import { type PlaceActions, PlaceMenu } from './PlaceMenu.tsx'
import type { CardArea } from './read-page.ts'

export type PlacesProps = {
  places: readonly ShownPlace[]
  /** The article that the editor is moving with the keyboard or by touch. */
  moved: Moved | undefined
  isDragging: boolean
  onDrag: (isDragging: boolean) => void
  onDrop: (moved: Moved, target: ShownPlace, kind: DropKind) => void
  actions: PlaceActions
}

/** The places over the page, where their cards are. */
export function PlacesOnPage({
  cards,
  scale,
  ...list
}: PlacesProps & { cards: readonly CardArea[]; scale: number }) {
  const areas = new Map(cards.map((card) => [card.articleId, card] as const))
  const hasCards = cards.length > 0
  useEffect(() => {
    if (list.moved && hasCards && !document.activeElement?.matches('[data-put]')) focusFirstPlace()
  }, [list.moved, hasCards])
  return (
    <ol aria-label={phrase('Places')} className={`absolute inset-0 ${list.isDragging ? 'bg-paper/20' : ''}`}>
      {list.places.map((place) => {
        const area = place.article && areas.get(place.article.id)
        return area && <PlaceItem key={place.key} place={place} layout={toLayout(area, scale)} {...list} />
      })}
    </ol>
  )
}

type RowsProps = PlacesProps & {
  label: string
  shown: readonly ShownPlace[]
  /** They all belong to the container above. */
  isGroup?: boolean
}

/** Some of the places, as rows. */
export function PlaceRows({ label, shown, isGroup = false, ...list }: RowsProps) {
  return (
    <ol aria-label={label} className="sheet divide-y divide-rule">
      {shown.map((place) => (
        <PlaceItem key={place.key} place={place} isInGroup={isGroup} {...list} />
      ))}
    </ol>
  )
}

type ItemProps = PlacesProps & {
  place: ShownPlace
  isInGroup?: boolean
  /** The position on the page. Without it, the place is a row. */
  layout?: { card: CSSProperties; tools: CSSProperties }
}

function PlaceItem({
  place,
  isInGroup = false,
  layout,
  places,
  moved,
  isDragging,
  onDrag,
  onDrop,
  actions,
}: ItemProps) {
  const [over, setOver] = useState<DropKind>()
  // A drag that is cancelled does not leave the place.
  if (over && !isDragging) setOver(undefined)
  const { key, article, pin } = place
  const target = dropTarget(place, setOver, (dropped, kind) => onDrop(dropped, place, kind))
  const source = article && !moved ? dragSource({ article, from: place }, onDrag) : undefined
  const isOwn = moved?.from?.key === key
  const tone = over
    ? 'bg-ink/10 outline-3 outline-ink'
    : moved || isDragging
      ? 'outline-2 outline-dashed outline-muted'
      : layout && pin
        ? 'outline-2 outline-ink'
        : 'hover:outline-2 hover:outline-muted'
  return (
    <li
      id={placeElementId(key)}
      {...target}
      {...source}
      style={layout?.card}
      className={`${layout ? 'absolute outline-offset-2' : 'relative flex items-center gap-2 -outline-offset-2 py-1 ps-3 pe-1'} ${source ? 'cursor-grab' : ''} ${tone}`}
    >
      <PlaceText place={place} name={isInGroup ? place.shortName : place.name} isRow={!layout} />
      {over && <DropHint kind={over} place={place} />}
      {moved && !isOwn && (
        <PutButtons
          place={place}
          title={moved.article.title}
          isRow={!layout}
          onPut={(kind) => onDrop(moved, place, kind)}
        />
      )}
      <div
        style={layout?.tools}
        className={
          layout ? 'absolute flex flex-wrap gap-px' : 'flex shrink-0 flex-row-reverse items-center gap-1'
        }
      >
        {!moved && (
          <span className={layout ? 'bg-paper shadow-sm' : ''}>
            <PlaceMenu place={place} places={places} actions={actions} />
          </span>
        )}
        <PinChip place={place} />
      </div>
    </li>
  )
}

/** Focuses the button of the first place that can take the article. */
export function focusFirstPlace(): void {
  document.querySelector<HTMLElement>('[data-put]')?.focus()
}

/** Returns the id of the element of a place, to move the focus to it. */
export function placeElementId(key: string): string {
  return `place-${key}`
}

const TOOLS_INSET_PX = 4

/** The tools cover the image rather than the headline. */
function toLayout({ image, ...card }: CardArea, scale: number): ItemProps['layout'] {
  const [left, top] = [card.left * scale, card.top * scale]
  return {
    card: { left, top, width: card.width * scale, height: card.height * scale },
    tools: image
      ? {
          left: image.left * scale - left + TOOLS_INSET_PX,
          top: image.top * scale - top + TOOLS_INSET_PX,
          maxWidth: image.width * scale - 2 * TOOLS_INSET_PX,
        }
      : { insetInlineEnd: TOOLS_INSET_PX, top: TOOLS_INSET_PX, flexDirection: 'row-reverse' },
  }
}

type TextProps = { place: ShownPlace; name: string; isRow: boolean }

/** On the page the card shows the headline, so only assistive technology reads it here. */
function PlaceText({ place: { article }, name, isRow }: TextProps) {
  const headline = article?.title
  if (!isRow) return <span className="sr-only">{`${name} ${headline || phrase('Empty')}`}</span>
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <span className="w-24 shrink-0 text-13 text-muted">{name}</span>
      <span className="min-w-0 flex-1 basis-40 truncate">
        {headline ? <bdi dir={textDirection(headline)}>{headline}</bdi> : phrase('Empty')}
      </span>
    </div>
  )
}

function PinChip({ place: { article, pin, isActive } }: { place: ShownPlace }) {
  if (!pin) return article && <span className="sr-only">{phrase('Automatic')}</span>
  const Icon = isActive ? Pin : PinOff
  return (
    <span
      className={`flex min-h-7 items-center gap-1 px-1.5 text-12 font-semibold ${isActive ? 'bg-ink text-paper' : 'bg-paper text-caution outline-1 -outline-offset-1 outline-caution'}`}
    >
      <Icon aria-hidden size={12} className="shrink-0" />
      <PinState pin={pin} isActive={isActive} />
    </span>
  )
}

function PinState({ pin, isActive }: { pin: NonNullable<ShownPlace['pin']>; isActive: boolean }) {
  const { pinnedUntil } = pin
  if (!isActive && pinnedUntil && new Date(pinnedUntil) <= new Date())
    return <span title={formatDayAndTime(pinnedUntil)}>{phrase('Pin ended')}</span>
  if (!isActive) return phrase('Pinned article is not published')
  if (!pinnedUntil) return phrase('Pinned')
  return (
    <span>
      <span className="sr-only">{phrase('Pinned')} </span>
      {phraseParts('until {time}', { time: <Moment key="time" at={pinnedUntil} /> })}
    </span>
  )
}

function DropHint({ kind, place: { name, pin } }: { kind: DropKind; place: ShownPlace }) {
  return (
    <span className="pointer-events-none absolute inset-0 grid place-items-center p-2">
      {kind === 'insert' && <span className="absolute inset-x-0 top-0 h-1 bg-ink" />}
      <span className="bg-ink px-2 py-1 text-center text-13 font-semibold text-paper">
        {kind === 'insert'
          ? phrase('Insert above {name}', { name })
          : pin
            ? phrase('Replace {name}', { name })
            : phrase('Pin at {name}', { name })}
      </span>
    </span>
  )
}

type PutProps = { place: ShownPlace; title: string; isRow: boolean; onPut: (kind: DropKind) => void }

/** The buttons that put the moved article in a place. On the page, they cover the card of the place. */
function PutButtons({ place: { name, pin }, title, isRow, onPut }: PutProps) {
  const button =
    'cursor-pointer bg-ink px-3 py-2 text-13 font-semibold text-paper hover:underline pointer-coarse:min-h-11'
  return (
    <span
      className={
        isRow
          ? 'flex shrink-0 gap-1'
          : 'absolute inset-0 flex flex-col items-center justify-center gap-1 bg-paper/60'
      }
    >
      <button
        type="button"
        data-put
        aria-label={
          pin
            ? phrase('Replace {name} with {title}', { name, title })
            : phrase('Pin at {name} with {title}', { name, title })
        }
        onClick={() => onPut('replace')}
        className={button}
      >
        {pin ? phrase('Replace {name}', { name }) : phrase('Pin at {name}', { name })}
      </button>
      {pin && (
        <button
          type="button"
          aria-label={phrase('Insert {title} above {name}', { title, name })}
          onClick={() => onPut('insert')}
          className={button}
        >
          {phrase('Insert Above')}
        </button>
      )}
    </span>
  )
}
