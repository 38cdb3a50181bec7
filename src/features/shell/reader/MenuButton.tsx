import { type FormEvent, useEffect, useRef, useState } from 'react'
import { repeatHeldClick } from '#platform/pages/held-click.ts'

type Menu = typeof import('./SideMenu.tsx').SideMenu

const load = () => import('./SideMenu.tsx')

/** Links to the footer's sections if the menu cannot load. */
export function MenuButton({ siteName }: { siteName: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [Menu, setMenu] = useState<Menu>()
  const [isOpen, setOpen] = useState(false)

  async function open(event?: FormEvent) {
    event?.preventDefault()
    try {
      const { SideMenu } = await load()
      setMenu(() => SideMenu)
      setOpen(true)
    } catch {
      location.hash = 'sections'
    }
  }

  useEffect(() => repeatHeldClick(button.current), [])

  return (
    <>
      <form action="#sections" onSubmit={open} className="-mx-3 md:hidden">
        <button
          ref={button}
          type="submit"
          data-held=""
          aria-label="Sections"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerDown={() => load().catch(() => {})}
          className="grid size-11 cursor-pointer place-items-center"
        >
          <span className="icon icon-menu size-6" />
        </button>
      </form>
      {Menu && <Menu siteName={siteName} opener={button} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
