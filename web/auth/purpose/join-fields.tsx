/** The group buy that a person signs in to join, as the forms on /auth name it. */
export interface JoinPurpose {
  product: string
  /** The most that this quantity can cost, with the fee. */
  mostKobo: number
  /** The idempotency key of the join. */
  key: string
}

/** The hidden fields of a form that signs in and joins with the same press; nothing without a purpose. */
export function JoinFields({ purpose }: { purpose: JoinPurpose | null }) {
  if (!purpose) return null
  return (
    <>
      <input type="hidden" name={JOIN_KEY} value={purpose.key} />
      <input type="hidden" name={JOIN_MOST} value={purpose.mostKobo} />
    </>
  )
}

export const JOIN_KEY = 'join_key'
export const JOIN_MOST = 'join_most_kobo'
