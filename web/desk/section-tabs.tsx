import { Tabs } from '#web/ui/tabs.tsx'

/** The two parts of what a vendor sells. */
export function SectionTabs({ current }: { current: 'products' | 'buys' }) {
  return (
    <Tabs
      label="Products and group buys"
      tabs={[
        { to: '/vendor/products', label: 'Products', current: current === 'products' },
        { to: '/vendor/products/buys', label: 'Group buys', current: current === 'buys' },
      ]}
    />
  )
}
