import { useLingui } from '@lingui/react'

const CHOICES = [
  { value: 'customer', label: /*i18n*/ 'Customer', detail: /*i18n*/ 'I join group buys and buy in bulk.' },
  { value: 'vendor', label: /*i18n*/ 'Vendor', detail: /*i18n*/ 'I sell. A manager approves my shop first.' },
]

/** The role chosen at sign-up; customer by default. */
export function RoleChoice({ chosen = 'customer' }: { chosen?: string | undefined }) {
  const { i18n } = useLingui()
  return (
    <fieldset>
      <legend className="field-label">{i18n.t('I am here as a')}</legend>
      <div className="mt-1 grid gap-2">
        {CHOICES.map(({ value, label, detail }) => (
          <label key={value} className="flex min-h-11 items-start gap-3 rounded-field border border-grain px-3 py-2.5">
            <input
              type="radio"
              name="role"
              value={value}
              defaultChecked={(chosen || 'customer') === value}
              className="mt-0.5 size-5 shrink-0"
            />
            <span>
              <span className="block font-semibold">{i18n.t(label)}</span>
              <span className="block text-14 text-soft">{i18n.t(detail)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
