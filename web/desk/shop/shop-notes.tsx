import { datedMoment } from '#web/ui/format.ts'

export interface ShopNote {
  id: string
  text: string
  created_at: string
}

/** Columns of `shop_notes` that the list shows. */
export const SHOP_NOTE_COLUMNS = 'id, text, created_at'

/** A shop's notes about an order or a customer, oldest first. Only the shop's owner writes them. */
export function ShopNotes({ notes }: { notes: readonly ShopNote[] }) {
  return (
    <ul className="mb-4 grid gap-3 empty:hidden">
      {notes.map(({ id, text, created_at: at }) => (
        <li key={id} className="rounded-card border border-grain bg-card p-3">
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          <p className="text-14 text-soft">By the shop’s owner, {datedMoment(at)}</p>
        </li>
      ))}
    </ul>
  )
}
