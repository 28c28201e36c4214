import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'
import { dealKinds, dealPriceRanges, dealSorts } from '#domain/deals/deal-choices.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SearchForm } from '#web/ui/search-form.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { type DealsAddress, dealsAddress, filtersOn } from './address.ts'
import { DropDown } from './drop-down.tsx'

/** Filter and Sort by for the featured deals. The choice is in the address. */
export function DealTools({ address }: { address: DealsAddress }) {
  return (
    <div className="relative flex w-full gap-2 md:w-auto" key={JSON.stringify(address)}>
      <DropDown label="Filter" amount={filtersOn(address)}>
        <SearchForm action="/#deals" preventScrollReset className="grid gap-4">
          <SelectField
            label="What it opens"
            name="deals"
            defaultValue={address.kind}
            options={[{ value: '', label: 'All deals' }, ...dealKinds.map(asOption)]}
          />
          <SelectField
            label="Price of one unit"
            name="price"
            defaultValue={address.price}
            options={[{ value: '', label: 'Any price' }, ...dealPriceRanges.map(asOption)]}
          />
          <input type="hidden" name="sort" value={address.sort === dealSorts[0].key ? '' : address.sort} />
          <Button wide>Show deals</Button>
          {filtersOn(address) > 0 && (
            <LinkButton to={dealsAddress({ sort: address.sort })} tone="quiet" wide preventScrollReset>
              Clear all filters
            </LinkButton>
          )}
        </SearchForm>
      </DropDown>
      <DropDown label="Sort by">
        <ul aria-label="Sort deals by">
          {dealSorts.map(({ key, label }) => (
            <li key={key}>
              <Link
                to={dealsAddress({ ...address, sort: key })}
                preventScrollReset
                aria-current={key === address.sort ? 'true' : undefined}
                className="menu-link"
              >
                <Check aria-hidden size={18} className={key === address.sort ? '' : 'invisible'} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </DropDown>
    </div>
  )
}

const asOption = ({ key, label }: { key: string; label: string }) => ({ value: key, label })
