import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailTemplateName } from '#kernel/campaign-states.ts'
import { formatNumber } from '#kernel/format-count.ts'
import { describeGrowth } from '#kernel/growth.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Tabs } from '#ui/admin/Tabs.tsx'
import type { CampaignDraft } from '../rules/campaign.ts'
import { NEWSLETTER_DATA_FAILURE } from '../rules/messages.ts'
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

const TABS: readonly { name: NewsletterTab; label: string }[] = [
  { name: 'subscribers', label: 'Subscribers' },
  { name: 'campaign', label: 'Send Campaign' },
  { name: 'templates', label: 'Templates' },
  { name: 'settings', label: 'Settings' },
]

/** Spec §2, Newsletter admin. */
export function NewsletterScreen({ tab, q, template, onSearch, onTab }: Props) {
  const [copied, setCopied] = useState<CampaignDraft>()
  return (
    <AdminPage title="Newsletter" text="Manage subscribers and send campaigns.">
      <SubscriberCards />
      <Tabs label="Newsletter" tabs={TABS} current={tab} onChange={onTab}>
        {tab === 'subscribers' && <SubscribersTab q={q} onSearch={onSearch} />}
        {tab === 'campaign' && (
          <div className="grid gap-8 xl:grid-cols-2">
            <CampaignForm template={template} copied={copied} onCopied={() => setCopied(undefined)} />
            <section aria-labelledby="campaigns" className="flex flex-col gap-3">
              <h2 id="campaigns" className="text-18 font-semibold">
                Campaigns
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
  if (!data && loadError(counts)) return <LoadError query={counts} text={NEWSLETTER_DATA_FAILURE} />
  const growth = data && describeGrowth(data, data.at)
  return (
    <dl aria-label="Statistics" aria-busy={!data} className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <StatCard
        label="Total Subscribers"
        value={data ? formatNumber(data.total) : null}
        note={data ? `${formatNumber(data.active)} active` : null}
      />
      <StatCard
        label="Engagement Rate"
        value={data ? `${data.engagementRate}%` : null}
        note="Share of active subscribers"
      />
      <StatCard label="Growth this month" value={growth?.value ?? null} note={growth?.note ?? null} />
    </dl>
  )
}
