/** The address of a stored picture as the database has it, with the colour that is shown until the picture is there. */
export const pictureAddress = ({ name, colour }: { name: string; colour: string | null | undefined }): string =>
  `/storage/v1/object/public/pictures/${name}${colour ? `#${colour}` : ''}`

/** A name that the same picture always has. Needs a secure context in browsers. */
export async function hashOfPicture(file: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
