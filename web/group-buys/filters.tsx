import { groupBuySorts } from '#domain/group-buys/sorts.ts'
import { CATEGORIES, categoryLabels } from '#domain/products/categories.ts'
import { ListFilters, placeOptions, vendorOptions } from '#web/ui/list-filters.tsx'
import type { BuyAddress } from './address.ts'

interface BuyChoices {
  vendors: { id: string | null; business_name: string | null }[]
  locations: string[]
}

export function BuyFilters({ address, choices }: { address: BuyAddress; choices: BuyChoices }) {
  const { search, sort, category, vendor, location } = address
  return (
    <ListFilters
      path="/group-buys"
      show="Show group buys"
      search={{ label: 'Search group buys', placeholder: 'Rice, garri, palm oil', value: search }}
      sort={{ value: sort, usual: groupBuySorts[0].key, all: groupBuySorts }}
      filters={[
        {
          label: 'Category',
          name: 'category',
          value: category,
          options: CATEGORIES.map((name) => ({ value: name, label: categoryLabels[name] })),
        },
        { label: 'Vendor', name: 'vendor', value: vendor, options: vendorOptions(choices.vendors) },
        { label: 'Location', name: 'location', value: location, options: placeOptions(choices.locations) },
      ]}
    />
  )
}
