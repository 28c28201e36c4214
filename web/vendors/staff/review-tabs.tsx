import { Tabs } from '#web/ui/tables/tabs.tsx'

/** The two lists of ratings that content staff work with. */
export function ReviewTabs({ current }: { current: 'reported' | 'new' }) {
  return (
    <div className="mb-5">
      <Tabs
        label="Ratings"
        tabs={[
          { to: '/content/reviews', label: 'Reported', current: current === 'reported' },
          { to: '/content/reviews/new', label: 'New', current: current === 'new' },
        ]}
      />
    </div>
  )
}
