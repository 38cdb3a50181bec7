import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { topicNamesQuery } from '#features/topics/topics.functions.ts'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { Dialog } from '#ui/admin/dialogs/Dialog.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'
import { containerName } from '../rules/front-names.ts'
import {
  type DropKind,
  describeDrop,
  dropChange,
  listShownPlaces,
  type Moved,
  type ShownPlace,
} from '../rules/place-moves.ts'
import type { FrontState } from '../server/front-drafts.server.ts'
import { CandidateList, type UseCandidates } from './CandidateList.tsx'
import { ContainersPanel } from './ContainersPanel.tsx'
import { FrontCanvas } from './FrontCanvas.tsx'
import { HiddenPanel } from './HiddenPanel.tsx'
import { PinDialog } from './PinDialog.tsx'
import { focusFirstPlace, placeElementId } from './PlaceList.tsx'
import type { PlaceActions } from './PlaceMenu.tsx'
import { PresentationDialog } from './PresentationDialog.tsx'
import { PublishBar } from './PublishBar.tsx'
import { useFrontChange } from './useFrontChange.ts'

type Tab = 'page' | 'articles' | 'containers' | 'hidden'
type Open = { kind: Parameters<PlaceActions['open']>[0]; place: ShownPlace }
type Props = { state: FrontState; useCandidates: UseCandidates }

/** Narrower windows have no room for the articles beside the page. */
const NARROW = '(width < 64rem)'

export function FrontDesk({ state, useCandidates }: Props) {
  const { page, draft, filled } = state
  const topics = useQuery(topicNamesQuery).data
  const names = new Map(topics?.map(({ id, name }) => [id, name] as const))
  const places = listShownPlaces(page, draft, filled, (id) => {
    const container = draft.containers.find((each) => each.id === id)
    return container ? containerName(container, names) : ''
  })
  const { change, isSaving, announcement, announce } = useFrontChange(page)
  const isNarrow = useMediaQuery(NARROW)
  const [tab, setTab] = useState<Tab>('page')
  const shownTab = tab === 'page' && !isNarrow ? 'articles' : tab
  const [isDragging, setIsDragging] = useState(false)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { moved, pickUp, putDown } = usePickUp((picked) => {
    setTab('page')
    announce(phrase('Choose a place for “{title}”. Press Escape to cancel.', { title: picked.article.title }))
  })

  function drop(dropped: Moved, target: ShownPlace, kind: DropKind) {
    setIsDragging(false)
    const isPutDown = moved !== undefined
    const decided = dropChange(dropped, target, kind)
    const focusPlace = () => focusElement(placeElementId(target.key))
    putDown()
    if (decided) change(decided, describeDrop(decided, dropped, target), isPutDown ? focusPlace : undefined)
    else if (isPutDown) focusPlace()
  }

  const list = {
    places,
    moved,
    isDragging,
    onDrag: setIsDragging,
    onDrop: drop,
    actions: {
      open: (kind, place) => setOpen({ kind, place }),
      pickUp,
      change,
    } satisfies PlaceActions,
  }
  const canvas = <FrontCanvas page={page} {...list} />
  const tabs: readonly { name: Tab; label: string }[] = [
    ...(isNarrow ? [{ name: 'page', label: phrase('Page') } as const] : []),
    { name: 'articles', label: phrase('Articles') },
    { name: 'containers', label: phrase('Containers') },
    {
      name: 'hidden',
      label:
        draft.hidden.length > 0
          ? phrase('Hidden ({count})', { count: draft.hidden.length })
          : phrase('Hidden'),
    },
  ]
  return (
    <>
      <PublishBar state={state} isSaving={isSaving} onDone={announce} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {moved && <MovedNotice moved={moved} onCancel={putDown} />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        {!isNarrow && canvas}
        <section
          aria-label={phrase('Tools')}
          className="min-w-0 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-(--spacing(22)))] lg:overflow-y-auto lg:bg-paper lg:px-4 lg:pb-4 lg:outline-1 lg:outline-rule"
        >
          <Tabs label={phrase('Tools')} tabs={tabs} current={shownTab} onChange={setTab}>
            {shownTab === 'page' && canvas}
            {shownTab === 'articles' && (
              <CandidateList
                useCandidates={useCandidates}
                places={places}
                hidden={draft.hidden}
                chooseLabel={phrase('Place')}
                onChoose={pickUp}
                onDrag={setIsDragging}
              />
            )}
            {shownTab === 'containers' && <ContainersPanel list={list} draft={draft} topics={names} />}
            {shownTab === 'hidden' && <HiddenPanel state={state} onChange={change} />}
          </Tabs>
        </section>
      </div>
      {open?.kind === 'choose' && (
        <Dialog
          title={phrase('Choose an article for {name}', { name: open.place.name })}
          isOpen
          isWide
          onClose={close}
        >
          <CandidateList
            useCandidates={useCandidates}
            places={places}
            hidden={draft.hidden}
            chooseLabel={phrase('Choose')}
            onChoose={(chosen) => {
              close()
              drop(chosen, open.place, 'replace')
            }}
          />
        </Dialog>
      )}
      {open?.kind === 'pin' && <PinDialog place={open.place} onChange={change} onClose={close} />}
      {open?.kind === 'presentation' && (
        <PresentationDialog place={open.place} onChange={change} onClose={close} />
      )}
    </>
  )
}

function MovedNotice({ moved: { article }, onCancel }: { moved: Moved; onCancel: () => void }) {
  return (
    <div className="sticky bottom-4 z-20 order-last flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-ink px-4 py-3 text-14 text-paper">
      <p className="min-w-0 flex-1 basis-60">
        {phraseParts('Choose a place for “{title}”.', { title: <bdi key="title">{article.title}</bdi> })}
      </p>
      <Button onClick={onCancel}>{phrase('Cancel')}</Button>
    </div>
  )
}

/** An article that is picked up waits for its place; Escape puts it down, and returns the focus. */
function usePickUp(onPickUp: (moved: Moved) => void) {
  const [moved, setMoved] = useState<Moved>()
  const opener = useRef<Element>(null)

  function pickUp(picked: Moved) {
    opener.current = document.activeElement
    setMoved(picked)
    onPickUp(picked)
  }
  const cancel = useEffectEvent(() => {
    setMoved(undefined)
    if (opener.current instanceof HTMLElement) opener.current.focus()
  })
  useEffect(() => {
    if (!moved) return
    focusFirstPlace()
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
    return () => listening.abort()
  }, [moved])
  return { moved, pickUp, putDown: () => setMoved(undefined) }
}

function focusElement(id: string) {
  document.getElementById(id)?.querySelector<HTMLElement>('button')?.focus()
}
