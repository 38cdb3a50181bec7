import { Button } from './Button.tsx'

type Props = { hasMore: boolean; isBusy: boolean; onMore: () => void }

export function LoadMoreButton({ hasMore, isBusy, onMore }: Props) {
  if (!hasMore) return null
  return (
    <div className="flex justify-center pt-4">
      <Button isBusy={isBusy} busyText="Loading..." onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
