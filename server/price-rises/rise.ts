/** A price rise whose next step is due. */
export interface Rise {
  id: string
  buyId: string
  siteUrl: string
}
