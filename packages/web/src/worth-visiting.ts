const longest = 1_000
const noDocument =
  /\.(jpe?g|png|gif|webp|svg|ico|bmp|tiff?|avif|heic|mp[34]|m4[av]|avi|mov|wm[av]|webm|og[gv]|wav|flac|zip|t?gz|bz2|xz|7z|rar|tar|dmg|exe|msi|apk|iso|deb|rpm|jar|bin|woff2?|ttf|otf|eot|css|js|mjs|map|xml|rss|atom|ics|vcf|xlsx?|ods|odt|odp|psd|ai|eps)$/i

/** Whether a link of a site can lead to a page of it that is worth a request. */
export function isWorthVisiting(url: URL, host: string): boolean {
  return (
    url.host === host &&
    url.username === '' &&
    url.href.length <= longest &&
    !noDocument.test(url.pathname) &&
    !repeats(url.pathname)
  )
}

/** Relative links of a page that answers at any address lead deeper and deeper: /a/b/a/b/a/b. */
function repeats(path: string): boolean {
  const counts = new Map<string, number>()
  for (const segment of path.split('/')) {
    if (segment === '') continue
    const count = (counts.get(segment) ?? 0) + 1
    if (count > 3) return true
    counts.set(segment, count)
  }
  return false
}
