import { AdSlot } from './AdSlot.tsx'

/** Spec §2, Article; §9. */
export function AdSidebars() {
  return (
    <>
      <div className="ad-column right-full mr-6">
        <AdSlot place="leftSidebarCode" name="Advertisement at the left" />
      </div>
      <div className="ad-column left-full ml-6">
        <AdSlot place="rightSidebarCode" name="Advertisement at the right" />
      </div>
    </>
  )
}
