const LONGEST_SIDE = 1600
const SMALL_ENOUGH_BYTES = 700_000

/** The chosen photo, shrunk in its place. */
export async function shrinkPhoto(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? []
  if (!file) return
  const small = await shrunken(file)
  if (small !== file) putFiles(input, [small])
}

/** A phone's photo has more pixels than anybody needs here, and more bytes than a form may have. What cannot be read stays as it is: the form says what was refused. */
export async function shrunken(file: File): Promise<File> {
  if (file.size <= SMALL_ENOUGH_BYTES) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    if (!blob || blob.size >= file.size) return file
    return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
  } catch {
    return file
  }
}

/** Makes these an input's chosen files. */
export function putFiles(input: HTMLInputElement, files: readonly File[]): void {
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
}
