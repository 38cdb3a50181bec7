import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Button } from '#ui/admin/Button.tsx'
import { IconButton } from '#ui/admin/IconButton.tsx'
import type { Container, Front, FrontChange } from '../rules/front.ts'
import { containerLabels, containerName } from '../rules/front-names.ts'
import { omitFurtherEmpty } from '../rules/place-moves.ts'
import { AddContainerDialog } from './AddContainerDialog.tsx'
import { PlaceRows, type PlacesProps } from './PlaceList.tsx'
import { RenameContainerDialog } from './RenameContainerDialog.tsx'

type Props = {
  draft: Front
  /** Names by id. */
  topics: ReadonlyMap<string, string>
  list: PlacesProps
}

/** The containers below the fixed places, in their order, with their places. */
export function ContainersPanel({ draft: { containers }, topics, list }: Props) {
  const [open, setOpen] = useState<'add' | Container>()
  const close = () => setOpen(undefined)
  const { change } = list.actions
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-40 text-13 text-muted">
          {phrase('Below the other stories, in this order.')}
        </p>
        <Button onClick={() => setOpen('add')}>
          <Plus aria-hidden size={16} />
          {phrase('Add Container')}
        </Button>
      </div>
      {containers.length === 0 && (
        <p className="text-14 text-muted">
          {phrase(
            'No containers yet. Add a section, a topic, a list of your own, the most read articles or the newsletter.',
          )}
        </p>
      )}
      <ol aria-label={phrase('Containers')} className="flex flex-col gap-4">
        {containers.map((container, index) => (
          <li key={container.id} className="flex flex-col gap-1">
            <ContainerHead
              name={containerName(container, topics)}
              container={container}
              index={index}
              count={containers.length}
              onEdit={() => setOpen(container)}
              onChange={change}
            />
            {container.places.length > 0 && (
              <PlaceRows
                {...list}
                label={phrase('Places of {containerName}', {
                  containerName: containerName(container, topics),
                })}
                isGroup
                shown={omitFurtherEmpty(list.places.filter(({ ref }) => ref.container === container.id))}
              />
            )}
          </li>
        ))}
      </ol>
      {open === 'add' && <AddContainerDialog topics={topics} onAdd={change} onClose={close} />}
      {open !== undefined && open !== 'add' && (
        <RenameContainerDialog
          container={open}
          name={containerName({ ...open, title: '' }, topics)}
          onChange={change}
          onClose={close}
        />
      )}
    </div>
  )
}

type HeadProps = {
  name: string
  container: Container
  index: number
  count: number
  onEdit: () => void
  onChange: (change: FrontChange, announcement: string) => void
}

function ContainerHead({ name, container: { id, kind }, index, count, onEdit, onChange }: HeadProps) {
  const move = (to: number) =>
    onChange(
      { kind: 'moveContainer', container: id, index: to },
      phrase('{name} moved to position {to}', { name, to: to + 1 }),
    )
  return (
    <div className="flex items-center gap-1 border-t border-ink pt-1">
      <p className="min-w-0 flex-1">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <span className="text-12 text-muted">{containerLabels()[kind]}</span>
      </p>
      <IconButton
        label={phrase('Move {name} up', { name })}
        title={phrase('Move up')}
        Icon={ArrowUp}
        isDisabled={index === 0}
        onClick={() => move(index - 1)}
      />
      <IconButton
        label={phrase('Move {name} down', { name })}
        title={phrase('Move down')}
        Icon={ArrowDown}
        isDisabled={index === count - 1}
        onClick={() => move(index + 1)}
      />
      <IconButton
        label={phrase('Rename {name}', { name })}
        title={phrase('Rename')}
        Icon={Pencil}
        onClick={onEdit}
      />
      <IconButton
        label={phrase('Remove {name}', { name })}
        title={phrase('Remove')}
        Icon={Trash2}
        onClick={() =>
          onChange({ kind: 'removeContainer', container: id }, phrase('{name} is removed', { name }))
        }
      />
    </div>
  )
}
