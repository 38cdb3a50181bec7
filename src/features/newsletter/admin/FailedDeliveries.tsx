import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { Badge } from '#ui/admin/Badge.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { LoadError } from '#ui/admin/LoadState.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { failedDeliveriesQuery, settleUncertainDeliveries } from '../campaigns.functions.ts'
import { campaignChangeFailure, campaignsFailure } from '../rules/messages.ts'
import type { Campaign } from '../server/campaigns.server.ts'

export function FailedDeliveries({ campaign: { id, subject, counts } }: { campaign: Campaign }) {
  const [isOpen, setOpen] = useState(false)
  const failed = useQuery({ ...failedDeliveriesQuery(id), enabled: isOpen })
  const queryClient = useQueryClient()
  const settle = useMutation({
    mutationFn: (action: 'send' | 'drop') => settleUncertainDeliveries({ data: { id, action } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'campaigns'] }),
    onError: (error) => showFailure(error, campaignChangeFailure()),
  })
  return (
    <div className="flex flex-col gap-2">
      {counts.uncertain > 0 && (
        <div className="flex flex-wrap items-center gap-2 border border-caution p-3 text-14">
          <p className="min-w-0 flex-1 basis-60">
            {phrase(
              '{uncertain} uncertain: the server or its connection stopped during delivery. If you send again, recipients may get the email twice; if you drop it, they may not get it at all.',
              { uncertain: counts.uncertain },
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              isBusy={settle.isPending && settle.variables === 'send'}
              aria-label={phrase('Send again: uncertain emails of {subject}', { subject })}
              onClick={() => settle.mutate('send')}
            >
              {phrase('Send Again')}
            </Button>
            <Button
              isBusy={settle.isPending && settle.variables === 'drop'}
              aria-label={phrase('Drop the uncertain emails of {subject}', { subject })}
              onClick={() => settle.mutate('drop')}
            >
              {phrase('Drop')}
            </Button>
          </div>
        </div>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="text-13">
        <summary className="cursor-pointer py-1 text-muted">{phrase('Show affected emails')}</summary>
        <LoadError query={failed} text={campaignsFailure()} />
        <ul className="flex flex-col gap-1 pt-1">
          {failed.data?.map(({ id: deliveryId, email, state, reason }) => (
            <li key={deliveryId} className="wrap-anywhere">
              <Badge tone={state === 'failed' ? 'danger' : 'caution'}>
                {state === 'failed' ? phrase('Failed') : phrase('Uncertain')}
              </Badge>{' '}
              {email}: {reason}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
