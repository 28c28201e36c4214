import { Tabs } from '#web/ui/tables/tabs.tsx'

/** Tabs of what a vendor keeps about the shop. */
export function ShopTabs({ current }: { current: 'profile' | 'days' | 'details' }) {
  return (
    <Tabs
      label="Your shop"
      tabs={[
        { to: '/vendor/profile', label: 'Profile', current: current === 'profile' },
        { to: '/vendor/profile/days', label: 'Closed days and pause', current: current === 'days' },
        { to: '/vendor/shop', label: 'Shop details', current: current === 'details' },
      ]}
    />
  )
}
