import { useLocation } from 'react-router'
import { Tabs } from '#web/ui/tables/tabs.tsx'

const LISTS = {
  Questions: [
    { to: '/content/questions', label: 'Reported' },
    { to: '/content/questions/unanswered', label: 'Unanswered' },
  ],
  Ratings: [
    { to: '/content/reviews', label: 'Reported' },
    { to: '/content/reviews/new', label: 'New' },
  ],
}

/** The lists of one kind of text that content staff work with; other desks have only one of them. */
export function ModerationTabs({ of }: { of: keyof typeof LISTS }) {
  const path = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  const tabs = LISTS[of].map((tab) => ({ ...tab, current: tab.to === path }))
  if (!tabs.some(({ current }) => current)) return null
  return (
    <div className="mb-5">
      <Tabs label={of} tabs={tabs} />
    </div>
  )
}
