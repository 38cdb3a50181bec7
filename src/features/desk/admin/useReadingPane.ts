import { useState } from 'react'
import { readFlag, storeFlag } from '#ui/admin/device-flag.ts'
import { useMediaQuery } from '#ui/admin/useMediaQuery.ts'

const FLAG = 'masthead-reading-pane'

/** Wide enough for the list beside an article. */
const WIDE = '(width >= 64rem)'

/** @param ids of the list, in order. The device remembers whether the pane is on. */
export function useReadingPane(ids: readonly string[]) {
  const canShow = useMediaQuery(WIDE)
  const [isChosen, setIsChosen] = useState(() => readFlag(FLAG))
  const [read, setRead] = useState<string>()
  const isOn = canShow && isChosen
  // The article may have left the list, such as after a decision in the view "To review".
  const shown = read !== undefined && ids.includes(read) ? read : ids[0]
  return {
    canShow,
    isOn,
    shown: isOn ? shown : undefined,
    show: setRead,
    showNext() {
      const next = ids[ids.indexOf(shown ?? '') + 1]
      if (next) setRead(next)
    },
    toggle() {
      setIsChosen(!isChosen)
      storeFlag(FLAG, !isChosen)
    },
  }
}
