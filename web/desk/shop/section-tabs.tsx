import { Tabs } from '#web/ui/tables/tabs.tsx'

/** Tabs for a vendor's products and group buys. */
export function SectionTabs({ current }: { current: 'products' | 'archived' | 'buys' }) {
  return (
    <Tabs
      label="Products and group buys"
      tabs={[
        { to: '/vendor/products', label: 'Products', current: current === 'products' },
        { to: '/vendor/products/archived', label: 'Archived', current: current === 'archived' },
        { to: '/vendor/products/buys', label: 'Group buys', current: current === 'buys' },
      ]}
    />
  )
}
