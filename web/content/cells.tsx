import { Price } from '#web/ui/facts/price.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

/** A row's name with its thumbnail, or a placeholder. */
export function PictureAndName({ name, picture }: { name: string; picture: string | null }) {
  return (
    <span className="flex min-w-48 items-center gap-3">
      <Picture src={picture} alt="" width={44} height={44} className="size-11 shrink-0 object-contain" />
      <span className="break-words">{name}</span>
    </span>
  )
}

/** The price of one unit, in naira. */
export function UnitPrice({ naira, unit }: { naira: number; unit: string }) {
  return (
    <span className="whitespace-nowrap">
      <Price naira={naira} />
      <span className="block text-14 text-soft">a {unit}</span>
    </span>
  )
}
