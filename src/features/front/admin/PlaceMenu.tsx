import {
  ArrowDown,
  ArrowUp,
  CalendarClock,
  EyeOff,
  FileText,
  Move,
  Newspaper,
  Pin,
  PinOff,
  Type,
} from 'lucide-react'
import { phrase } from '#kernel/text/phrase.ts'
import { RowMenu, RowMenuItem, RowMenuLink } from '#ui/admin/RowMenu.tsx'
import type { FrontChange } from '../rules/front.ts'
import { dropChange, type Moved, neighbourOf, type ShownPlace } from '../rules/place-moves.ts'

export type PlaceActions = {
  /** Opens a dialog. */
  open: (kind: 'choose' | 'pin' | 'presentation', place: ShownPlace) => void
  pickUp: (moved: Moved) => void
  /** @param announcement of the change, once it is applied */
  change: (change: FrontChange, announcement: string) => void
}

type Props = { place: ShownPlace; places: readonly ShownPlace[]; actions: PlaceActions }

/** Everything that can be done with a place, without dragging. */
export function PlaceMenu({ place, places, actions: { open, pickUp, change } }: Props) {
  const { ref, name, article, pin, isActive } = place
  const shown = article && { article, from: place }
  const above = neighbourOf(places, place, -1)
  const below = neighbourOf(places, place, 1)

  function step(neighbour: ShownPlace) {
    const moved = shown && dropChange(shown, neighbour, 'replace')
    if (moved)
      change(
        moved,
        phrase('“{title}” moved to {place}', { title: shown.article.title, place: neighbour.name }),
      )
  }

  return (
    <RowMenu
      label={`${name}: ${article?.title || phrase('Empty')}`}
      className="admin-icon-button size-7!"
      align="start"
    >
      <RowMenuItem
        Icon={Newspaper}
        label={phrase('Choose article…')}
        onSelect={() => open('choose', place)}
      />
      {article && !pin && (
        <RowMenuItem
          Icon={Pin}
          label={phrase('Pin here')}
          onSelect={() =>
            change(
              { kind: 'pin', place: ref, articleId: article.id, until: null },
              phrase('“{title}” pinned at {place}', { title: article.title, place: name }),
            )
          }
        />
      )}
      {(pin || article) && (
        <RowMenuItem
          Icon={CalendarClock}
          label={pin ? phrase('Change end…') : phrase('Pin until…')}
          onSelect={() => open('pin', place)}
        />
      )}
      {pin && (
        <RowMenuItem
          Icon={PinOff}
          label={phrase('Make automatic')}
          onSelect={() =>
            change(
              { kind: 'unpin', place: ref, articleId: pin.articleId },
              phrase('{name} is automatic again', { name }),
            )
          }
        />
      )}
      {pin && isActive && (
        <RowMenuItem
          Icon={Type}
          label={phrase('Headline and image…')}
          onSelect={() => open('presentation', place)}
        />
      )}
      {shown && <RowMenuItem Icon={Move} label={phrase('Move…')} onSelect={() => pickUp(shown)} />}
      {shown && above && (
        <RowMenuItem Icon={ArrowUp} label={phrase('Move up')} onSelect={() => step(above)} />
      )}
      {shown && below && (
        <RowMenuItem Icon={ArrowDown} label={phrase('Move down')} onSelect={() => step(below)} />
      )}
      {article && (
        <>
          <RowMenuItem
            Icon={EyeOff}
            label={phrase('Hide from this page')}
            onSelect={() =>
              change(
                { kind: 'hide', articleId: article.id },
                phrase('“{title}” is hidden from this page', { title: article.title }),
              )
            }
          />
          <RowMenuLink
            Icon={FileText}
            label={phrase('Open in the editor')}
            href={`/admin/articles?article=${article.id}`}
          />
        </>
      )}
    </RowMenu>
  )
}
