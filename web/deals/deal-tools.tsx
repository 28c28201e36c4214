import { useLingui } from '@lingui/react'
import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { dealKinds, dealPriceRanges, dealSorts } from '#domain/deals/deal-choices.ts'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { countActiveFilters, type DealsAddress, dealsAddress } from './address.ts'
import { DropDown } from './drop-down.tsx'

/** Filter and sorting of the featured deals. The selection is in the address. */
export function DealTools({ address }: { address: DealsAddress }) {
  const { i18n } = useLingui()
  const asOption = ({ key, label }: { key: string; label: string }) => ({ value: key, label: i18n.t(label) })
  return (
    <div className="relative flex w-full gap-2 md:w-auto" key={JSON.stringify(address)}>
      <DropDown label={i18n.t('Filter')} amount={countActiveFilters(address)}>
        <SearchForm action="/#deals" preventScrollReset className="grid gap-4">
          <SelectField
            label={i18n.t('Kind of deal')}
            name="deals"
            defaultValue={address.kind}
            options={[{ value: '', label: i18n.t('All deals') }, ...dealKinds.map(asOption)]}
          />
          <SelectField
            label={i18n.t('Price of one unit')}
            name="price"
            defaultValue={address.price}
            options={[{ value: '', label: i18n.t('Any price') }, ...dealPriceRanges.map(asOption)]}
          />
          <input type="hidden" name="sort" value={address.sort === dealSorts[0].key ? '' : address.sort} />
          <Button wide>{i18n.t('Show deals')}</Button>
          {countActiveFilters(address) > 0 && (
            <LinkButton to={dealsAddress({ sort: address.sort })} tone="quiet" wide preventScrollReset>
              {i18n.t('Clear all filters')}
            </LinkButton>
          )}
        </SearchForm>
      </DropDown>
      <DropDown label={i18n.t('Sort by')}>
        <ul aria-label={i18n.t('Sort deals by')}>
          {dealSorts.map(({ key, label }) => (
            <li key={key}>
              <Link
                to={dealsAddress({ ...address, sort: key })}
                preventScrollReset
                aria-current={key === address.sort ? 'true' : undefined}
                className="menu-link"
              >
                <Check aria-hidden size={18} className={key === address.sort ? '' : 'invisible'} />
                {i18n.t(label)}
              </Link>
            </li>
          ))}
        </ul>
      </DropDown>
    </div>
  )
}
