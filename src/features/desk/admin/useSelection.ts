import { useState } from 'react'

export function useSelection(ids: readonly string[], max: number) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  // Rows that left the list are not changed.
  const current = ids.filter((id) => selected.has(id))

  function select(next: Iterable<string>) {
    setSelected(new Set([...next].slice(0, max)))
  }

  return {
    ids: current,
    has: (id: string) => selected.has(id),
    /** With `isRange`, also selects the rows since the previous one. */
    toggle(id: string, isRange = false) {
      const [from, to] = [ids.indexOf(last ?? ''), ids.indexOf(id)].toSorted((a, b) => a - b)
      const range =
        isRange && from !== undefined && from >= 0 && to !== undefined ? ids.slice(from, to + 1) : [id]
      select(selected.has(id) ? current.filter((other) => !range.includes(other)) : [...current, ...range])
      setLast(id)
    },
    selectAll: () => select(ids),
    clear: () => select([]),
    isAll: ids.length > 0 && current.length === Math.min(ids.length, max),
  }
}

export type Selection = ReturnType<typeof useSelection>
