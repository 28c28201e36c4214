import { useState } from 'react'
import { cx } from './cx.ts'
import { TextField } from './text-field.tsx'

interface PictureFieldProps {
  label: string
  /** The stored picture: a path on this site. */
  value?: string | null | undefined
  error?: string | undefined
  /** Paths to choose from, such as "/basins/rice.svg". */
  pictures: readonly string[]
}

/** One of our own pictures, an address, or none. Sends `picture` (a path, `address` or empty) and `picture_address` for `readPicture`. */
export function PictureField({ label, value = null, error, pictures }: PictureFieldProps) {
  const first = !value ? '' : pictures.includes(value) ? value : ADDRESS
  const [chosen, setChosen] = useState(first)
  const choice = (own: string) => ({
    type: 'radio',
    name: 'picture',
    value: own,
    checked: chosen === own,
    onChange: () => setChosen(own),
  })
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1">
        {label} <span className="font-normal text-soft">(optional)</span>
      </legend>
      <label className="flex min-h-11 items-center gap-3">
        <input {...choice('')} className="size-5" /> No picture
      </label>
      <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(72px,1fr))] gap-2 overflow-y-auto rounded-field border border-field bg-card p-2">
        {pictures.map((path) => (
          <label
            key={path}
            className={cx(
              'relative grid cursor-pointer place-items-center rounded-field border-2 p-1 text-center has-focus-visible:outline-3 has-focus-visible:outline-adire',
              chosen === path ? 'border-leaf bg-leaf-wash' : 'border-transparent',
            )}
          >
            <input {...choice(path)} className="absolute top-1 left-1 size-4" />
            <img src={path} alt="" width={56} height={56} loading="lazy" />
            <span className="text-14 leading-tight">{pictureName(path)}</span>
          </label>
        ))}
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input {...choice(ADDRESS)} className="size-5" /> Another picture on this site
      </label>
      <TextField
        label="Address of the picture"
        hideLabel
        name="picture_address"
        defaultValue={first === ADDRESS ? (value ?? '') : ''}
        placeholder="/storage/v1/object/public/pictures/…"
        error={error}
        onInput={() => setChosen(ADDRESS)}
      />
    </fieldset>
  )
}

const ADDRESS = 'address'

/** The picture sent by a form with a `PictureField`; empty for none. */
export function readPicture(form: FormData): string {
  const chosen = String(form.get('picture') ?? '')
  return chosen === ADDRESS ? String(form.get('picture_address') ?? '') : chosen
}

/** "Goat meat" from "/basins/goat-meat.svg". */
function pictureName(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replaceAll('-', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
