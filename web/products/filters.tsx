import { useLingui } from '@lingui/react'
import { CATEGORIES, categoryLabels } from '#domain/products/categories.ts'
import { productSorts } from '#domain/products/sorts.ts'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { ListFilters, placeOptions, vendorOptions } from '#web/ui/browse/list-filters.tsx'
import { day } from '#web/ui/format.ts'
import { DEFAULT_PRODUCT_SORT, type ProductAddress, productAddress } from './address.ts'

interface ProductChoices {
  vendors: { id: string | null; business_name: string | null }[]
  locations: string[]
  shareDates: string[]
}

/** Links that filter by category. */
export function CategoryChips({ address }: { address: ProductAddress }) {
  const { i18n } = useLingui()
  const chip = (category: string, label: string) => (
    <Chip key={label} to={productAddress({ ...address, category, page: 1 })} chosen={address.category === category}>
      {label}
    </Chip>
  )
  return (
    <ChipRow label={i18n.t('Categories')}>
      {[chip('', i18n.t('All')), ...CATEGORIES.map((category) => chip(category, i18n.t(categoryLabels[category])))]}
    </ChipRow>
  )
}

export function ProductFilters({ address, choices }: { address: ProductAddress; choices: ProductChoices }) {
  const { i18n } = useLingui()
  const { search, sort, category, vendor, location, share } = address
  return (
    <ListFilters
      path="/products"
      show={i18n.t('Show products')}
      search={{ label: i18n.t('Search products'), placeholder: i18n.t('Beans, yam, titus'), value: search }}
      sort={{ value: sort, usual: DEFAULT_PRODUCT_SORT, all: productSorts }}
      filters={[
        { label: i18n.t('Vendor'), name: 'vendor', value: vendor, options: vendorOptions(choices.vendors) },
        { label: i18n.t('Location'), name: 'location', value: location, options: placeOptions(choices.locations) },
        {
          label: i18n.t('Share date'),
          name: 'share',
          value: share,
          options: choices.shareDates.map((date) => ({ value: date, label: day(date) })),
        },
      ]}
      preselected={{ name: 'category', value: category }}
    />
  )
}
