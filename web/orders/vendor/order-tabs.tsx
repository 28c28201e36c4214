import { Tabs } from '#web/ui/tables/tabs.tsx'

/** The two views of a shop's orders: by what is to be done, and all of them. */
export function OrderTabs({ current }: { current: 'board' | 'all' }) {
  return (
    <Tabs
      label="Views of your orders"
      tabs={[
        { to: '/vendor/orders/board', label: 'Board', current: current === 'board' },
        { to: '/vendor/orders', label: 'All orders', current: current === 'all' },
      ]}
    />
  )
}
