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

/** A search field named `search` with its button, which is only an icon in the sidebar. */
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
      <Button tone="plain" className="lg:px-3">
        <Search aria-hidden size={20} className="max-lg:hidden" />
        <span className="lg:sr-only">{i18n.t('Search')}</span>
      </Button>
    </div>
  )
}
