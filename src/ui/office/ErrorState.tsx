import { Button } from './Button.tsx'

type Props = { text: string; onRetry: () => void }

export function ErrorState({ text, onRetry }: Props) {
  return (
    <div role="alert" className="sheet flex flex-wrap items-center justify-between gap-3 border-danger p-4">
      <p className="text-14 font-semibold text-danger">{text}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}
