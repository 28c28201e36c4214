import { useLingui } from '@lingui/react'
import Search from 'lucide-react/icons/search'
import { Button } from '../button.tsx'
import { TextField } from '../controls/text-field.tsx'

interface SearchBoxProps {
  /** For screen readers: "Search products". */
  label: string
  /** Examples of what people search for: "Beans, yam, titus". */
  placeholder: string
  /** The current search. */
  value: string
}

/** A search field named `search` with its button, which is an icon, so that the examples fit on a phone. */
export function SearchBox({ label, placeholder, value }: SearchBoxProps) {
  const { i18n } = useLingui()
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={label}
        hideLabel
        type="search"
        name="search"
        placeholder={placeholder}
        defaultValue={value}
        maxLength={100}
        className="min-w-0 flex-1"
      />
      <Button tone="plain" className="px-3">
        <Search aria-hidden size={20} />
        <span className="sr-only">{i18n.t('Search')}</span>
      </Button>
    </div>
  )
}
