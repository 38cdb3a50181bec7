import { AdSlot } from './AdSlot.tsx'

/** The ads at both sides of an article, where the window has room for them (spec §2, Article; §9). */
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
