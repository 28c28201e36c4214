import { useLingui } from '@lingui/react'
import { groupBuySorts } from '#domain/group-buys/sorts.ts'
import { CATEGORIES, categoryLabels } from '#domain/products/categories.ts'
import { ListFilters, placeOptions, vendorOptions } from '#web/ui/browse/list-filters.tsx'
import type { BuyAddress } from './address.ts'

interface BuyChoices {
  vendors: { id: string | null; business_name: string | null }[]
  locations: string[]
}

export function BuyFilters({ address, choices }: { address: BuyAddress; choices: BuyChoices }) {
  const { i18n } = useLingui()
  const { search, sort, category, vendor, location } = address
  return (
    <ListFilters
      path="/group-buys"
      show={i18n.t('Show group buys')}
      search={{ label: i18n.t('Search group buys'), placeholder: i18n.t('Rice, garri, palm oil'), value: search }}
      sort={{ value: sort, usual: groupBuySorts[0].key, all: groupBuySorts }}
      filters={[
        {
          label: i18n.t('Category'),
          name: 'category',
          value: category,
          options: CATEGORIES.map((name) => ({ value: name, label: i18n.t(categoryLabels[name]) })),
        },
        { label: i18n.t('Vendor'), name: 'vendor', value: vendor, options: vendorOptions(choices.vendors) },
        { label: i18n.t('Location'), name: 'location', value: location, options: placeOptions(choices.locations) },
      ]}
    />
  )
}
