/** URL of a map of this point; null if the place has no coordinates. */
export function mapLink({ latitude, longitude }: { latitude: number | null; longitude: number | null }): string | null {
  if (latitude === null || longitude === null) return null
  return `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
}
