#!/usr/bin/env bash
# README's second command on a machine that has Node and nothing else: docs/changing/bare-machine.md.
set -euo pipefail

usage() {
  cat <<'TEXT'
scripts/bare-machine.sh [--keep FOLDER] [--commit REVISION] [idle] [busy] [-- COMMAND]

Makes a root of Debian 12 with Node, without fonts, Chromium and PostgreSQL, clones this repository into it, and runs
'npm ci && npm test' there: idle with nothing beside it, busy with two endless loops. Without a name, both, one after the other.
--keep FOLDER       keeps the roots in FOLDER, and takes the empty one from there if it was made before
--commit REVISION   what is tested, HEAD unless named; what is not committed is never tested
-- COMMAND          runs this in place of 'npm ci && npm test'
TEXT
}

release=bookworm
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
folder= commit=HEAD command='npm ci && npm test' runs=()
while [ $# -gt 0 ]; do
  case $1 in
    --keep) folder=$2; shift 2 ;;
    --commit) commit=$2; shift 2 ;;
    --) shift; command=$*; break ;;
    idle | busy) runs+=("$1"); shift ;;
    *) usage; exit 2 ;;
  esac
done
[ ${#runs[@]} -gt 0 ] || runs=(idle busy)

[ "$(id -u)" = 0 ] || { echo 'This needs root: it makes a root of its own and changes into it.' >&2; exit 2; }
for program in debootstrap node npm git unshare chroot apt-get; do
  command -v "$program" >/dev/null || { echo "This needs $program. Debian: apt-get install debootstrap git util-linux" >&2; exit 2; }
done

loops=() is_kept=
if [ -n "$folder" ]; then
  mkdir -p "$folder"
  is_kept=yes
else
  folder=$(mktemp -d)
fi
end() {
  [ ${#loops[@]} = 0 ] || kill "${loops[@]}" 2>/dev/null || true
  [ -n "$is_kept" ] || rm -rf --one-file-system "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

# The host's own mirrors: one line a repository of Debian, 'URI codename'.
repositories=$(apt-get indextargets 'Created-By: Packages' 'Component: main' 'Origin: Debian' --format '$(REPO_URI) $(CODENAME)' |
  grep -E " $release(-updates|-security)?$" | sort -u) || true
mirror=${MIRROR:-$(awk -v release="$release" '$2 == release { print $1; exit }' <<<"$repositories")}
mirror=${mirror:-http://deb.debian.org/debian}
# And its ways through a firewall.
apt_settings=$(apt-config dump | grep -E '^Acquire::(http|https)::(Proxy|Verify|CaInfo)' || true)

make_empty_root() {
  local root=$1
  debootstrap --variant=minbase --include=ca-certificates "$release" "$root" "$mirror" >"$root.log" 2>&1 ||
    { tail -20 "$root.log"; echo "debootstrap failed: $root.log" >&2; exit 1; }
  {
    echo "deb $mirror $release main"
    awk -v release="$release" '$2 != release { print "deb", $1, $2, "main" }' <<<"$repositories"
  } >"$root/etc/apt/sources.list"
  printf '%s\n' "$apt_settings" >"$root/etc/apt/apt.conf.d/host"
  # Node of the host, as its installer would put it.
  cp -L "$(node -p process.execPath)" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -a "$(npm root -g)/npm" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
  # Authorities that the host trusts, such as its proxy's.
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
}

# Every mount and process of a run ends with it: they are in namespaces of their own.
run_in() {
  local root=$1
  shift
  # shellcheck disable=SC2016
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "${npm_settings[@]}" \
    unshare --mount --pid --uts --ipc --fork --kill-child bash -c '
      root=$1 command=$2
      hostname bare
      mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"
      mount -t tmpfs -o mode=1777,nosuid,nodev shm "$root/dev/shm"
      mount -t proc proc "$root/proc"
      mount -t sysfs -o ro sysfs "$root/sys"
      exec chroot "$root" bash -c "cd /root/ajoja && $command"
    ' bash "$root" "$*"
}

npm_settings=()
for name in registry proxy https-proxy noproxy; do
  value=$(cd / && npm config get "$name" 2>/dev/null)
  case $value in '' | null | undefined) ;; *) npm_settings+=("npm_config_${name//-/_}=$value") ;; esac
done

if [ ! -e "$folder/empty.done" ]; then
  rm -rf --one-file-system "$folder/empty"
  make_empty_root "$folder/empty"
  touch "$folder/empty.done"
fi

status=0 outcomes=()
for run in "${runs[@]}"; do
  root=$folder/$run
  rm -rf --one-file-system "$root"
  cp -a "$folder/empty" "$root"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  git clone -q --no-hardlinks "$here" "$root/root/ajoja"
  git -C "$root/root/ajoja" checkout -q --detach "$(git -C "$here" rev-parse "$commit")"

  if [ "$run" = busy ]; then
    for _ in 1 2; do
      bash -c 'while :; do :; done' &
      loops+=($!)
    done
  fi
  echo "== $run: $command"
  begin=$SECONDS
  run_in "$root" "$command" </dev/null >"$folder/$run.log" 2>&1 && outcome=good || { outcome=FAILED; status=1; }
  [ ${#loops[@]} = 0 ] || kill "${loops[@]}"
  loops=()
  grep -E '^FAILED |^== .*(good|FAILED)' "$folder/$run.log" || true
  took=$((SECONDS - begin))
  outcomes+=("$(printf '%-5s %-7s %d:%02d  %s' "$run" "$outcome" $((took / 60)) $((took % 60)) "$(tail -1 "$folder/$run.log")")")
  echo "${outcomes[-1]}"
done

printf '\n%s\n' "${outcomes[@]}"
exit $status
