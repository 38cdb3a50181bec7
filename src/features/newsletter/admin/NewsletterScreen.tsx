import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { describeGrowth } from '#kernel/growth.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import type { CampaignDraft } from '../rules/campaign.ts'
import { newsletterDataFailure } from '../rules/messages.ts'
import { subscriberCountsQuery } from '../subscribers.functions.ts'
import { CampaignForm } from './CampaignForm.tsx'
import { CampaignList } from './CampaignList.tsx'
import { NewsletterSettingsForm } from './NewsletterSettingsForm.tsx'
import type { NewsletterTab } from './newsletter-tabs.ts'
import { SubscribersTab } from './SubscribersTab.tsx'
import { TemplatesTab } from './TemplatesTab.tsx'

type Props = {
  tab: NewsletterTab
  q: string
  template: EmailTemplateName | undefined
  onSearch: (q: string) => void
  onTab: (tab: NewsletterTab, template?: EmailTemplateName) => void
}

const tabs = (): readonly { name: NewsletterTab; label: string }[] => [
  { name: 'subscribers', label: phrase('Subscribers') },
  { name: 'campaign', label: phrase('Send Campaign') },
  { name: 'templates', label: phrase('Templates') },
  { name: 'settings', label: phrase('Settings') },
]

/** Spec §2, Newsletter admin. */
export function NewsletterScreen({ tab, q, template, onSearch, onTab }: Props) {
  const [copied, setCopied] = useState<CampaignDraft>()
  return (
    <AdminPage title={phrase('Newsletter')} text={phrase('Manage subscribers and send campaigns.')}>
      <SubscriberCards />
      <Tabs label={phrase('Newsletter')} tabs={tabs()} current={tab} onChange={onTab}>
        {tab === 'subscribers' && <SubscribersTab q={q} onSearch={onSearch} />}
        {tab === 'campaign' && (
          <div className="grid gap-8 xl:grid-cols-2">
            <CampaignForm template={template} copied={copied} onCopied={() => setCopied(undefined)} />
            <section aria-labelledby="campaigns" className="flex flex-col gap-3">
              <h2 id="campaigns" className="text-18 font-semibold">
                {phrase('Campaigns')}
              </h2>
              <CampaignList onCopy={setCopied} />
            </section>
          </div>
        )}
        {tab === 'templates' && <TemplatesTab onUse={(name) => onTab('campaign', name)} />}
        {tab === 'settings' && <NewsletterSettingsForm />}
      </Tabs>
    </AdminPage>
  )
}

function SubscriberCards() {
  const counts = useQuery(subscriberCountsQuery)
  const { data } = counts
  if (!data && loadError(counts)) return <LoadError query={counts} text={newsletterDataFailure()} />
  const growth = data && describeGrowth(data, data.at)
  return (
    <dl aria-label={phrase('Statistics')} aria-busy={!data} className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <StatCard
        label={phrase('Total Subscribers')}
        value={data ? formatNumber(data.total) : null}
        note={data ? phrase('{active} active', { active: data.active }) : null}
      />
      <StatCard
        label={phrase('Engagement Rate')}
        value={data ? `${data.engagementRate}%` : null}
        note={phrase('Share of active subscribers')}
      />
      <StatCard
        label={phrase('Growth this month')}
        value={growth?.value ?? null}
        note={growth?.note ?? null}
      />
    </dl>
  )
}
