# shellcheck shell=bash
# Shared by the scripts beside this folder: where the repository is, which Java and Maven to use, what is stale.

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)

die() {
    printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
    exit "${2:-1}"
}

# Sets java, java_home, java_version and java_major, from JAVA_HOME if it is set and from PATH otherwise; at least Java 17.
find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || die "JAVA_HOME is $JAVA_HOME, which has no bin/java; point it at a JDK 17 or newer, or unset it"
    else
        java=$(command -v java) || die "no java on PATH and no JAVA_HOME; install a JDK 17 or newer"
    fi
    java_home=$(CDPATH='' cd -- "$(dirname -- "$(readlink -f -- "$java")")/.." && pwd -P)
    local version=''
    # The release file of a JDK saves starting a JVM just to ask it.
    if [ -r "$java_home/release" ]; then
        version=$(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$java_home/release")
    fi
    if [ -z "$version" ]; then
        version=$("$java" -version 2>&1 | sed -n 's/.*version "\([^"]*\)".*/\1/p' | head -n 1) || true
    fi
    java_version=$version
    java_major=${version#1.}
    java_major=${java_major%%[!0-9]*}
    [ -n "$java_major" ] || die "cannot tell the version of $java; a JDK 17 or newer is needed"
    [ "$java_major" -ge 17 ] || die "$java is Java $version; a JDK 17 or newer is needed (set JAVA_HOME or PATH)"
}

# Runs Maven on the whole project, with the JDK that find_java found.
maven() {
    local mvn=${MAVEN_HOME:+$MAVEN_HOME/bin/mvn}
    if [ -z "$mvn" ] || [ ! -x "$mvn" ]; then
        mvn=$(command -v mvn) || die "no mvn on PATH and no MAVEN_HOME; install Maven 3.8 or newer"
    fi
    [ -x "$java_home/bin/javac" ] || die "$java_home is a Java without a compiler; a JDK 17 or newer is needed"
    local jvm=${MAVEN_OPTS:-}
    # Newer JDKs warn of what Maven's own libraries do; not our news.
    [ "$java_major" -lt 23 ] || jvm="$jvm --sun-misc-unsafe-memory-access=allow"
    JAVA_HOME=$java_home MAVEN_OPTS=$jvm "$mvn" -B -ntp -Dstyle.color=never -f "$root/pom.xml" "$@"
}

jar_of() {
    printf '%s/%s/target/faregate-%s.jar' "$root" "$1" "$1"
}

# Options of every JVM of the product.
jvm_flags() {
    flags=(-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED "-Dfaregate.home=$root")
}

# archive_of MODULE: what a JVM of this version has archived of the module's classes, beside the jar.
archive_of() {
    local jar kind=jsa
    jar=$(jar_of "$1")
    [ "$java_major" -lt 25 ] || kind=aot
    printf '%s-%s.%s' "${jar%.jar}" "$java_version" "$kind"
}

# An archive has the time of the jar it was made of. An empty one tells that this jar and this JVM make none.
archived() {
    [ -f "$(archive_of "$1")" ] && ! [ "$(jar_of "$1")" -nt "$(archive_of "$1")" ]
}

# add_archive MODULE: adds to flags what makes the JVM use the archive, if there is one. The JVM itself checks that the
# archive is of this very jar; one that does not fit is passed over, and not a word of it is said.
add_archive() {
    local archive
    archive=$(archive_of "$1")
    if ! archived "$1" || ! [ -s "$archive" ]; then
        return 0
    elif [ "$java_major" -lt 25 ]; then
        flags+=("-XX:SharedArchiveFile=$archive" -Xshare:auto -Xlog:cds=off -Xlog:cds+dynamic=off)
    else
        flags+=("-XX:AOTCache=$archive" -XX:AOTMode=auto -Xlog:aot=off -Xlog:cds=off)
    fi
}

# Whether the module's jar knows the verb train.
trains() {
    [ "$1" = router ] || [ "$1" = analytics ]
}

# train MODULE: has a JVM serve a little and archive what it loaded. Whoever comes while another trains, or where there
# is no flock or nothing can be written, goes without.
train() {
    local jar archive output
    archived "$1" && return 0
    command -v flock > /dev/null || return 0
    jar=$(jar_of "$1")
    archive=$(archive_of "$1")
    output=-XX:ArchiveClassesAtExit
    [ "$java_major" -lt 25 ] || output=-XX:AOTCacheOutput
    (
        flock -n 8 || exit 0
        ! archived "$1" || exit 0
        jvm_flags
        # Its time is taken first: the jar may be built anew meanwhile.
        touch -r "$jar" "$archive.time"
        # A folder with a known name, so that whoever trains next clears away what one that was killed has left.
        rm -rf -- "$archive.new" "$archive.work"
        trap 'rm -rf -- "$archive.work"' EXIT
        mkdir -- "$archive.work"
        if ! "$java" "${flags[@]}" "-Djava.io.tmpdir=$archive.work" -Xmx256m "$output=$archive.new" -jar "$jar" train || ! [ -s "$archive.new" ]; then
            rm -f -- "$archive.new"
            : > "$archive.new"
        fi
        touch -r "$archive.time" "$archive.new"
        mv -f -- "$archive.new" "$archive"
        rm -f -- "$archive.time"
    ) > /dev/null 2>&1 < /dev/null 8> "$archive.lock" || true
}

missing() {
    local module
    for module in "$@"; do
        [ -f "$(jar_of "$module")" ] || return 0
    done
    return 1
}

# A folder's own time tells that a file in it was deleted.
stale() {
    local module jar newer
    missing "$@" && return 0
    for module in "$@"; do
        jar=$(jar_of "$module")
        newer=$(find "$root/pom.xml" "$root/$module/pom.xml" "$root/$module/src/main" -newer "$jar" -print -quit)
        [ -z "$newer" ] || return 0
    done
    return 1
}

# build_if missing|stale MODULE...: packages the modules when the test says so; two starts at once build once.
build_if() {
    local test=$1 modules module
    shift
    "$test" "$@" || return 0
    mkdir -p "$root/target"
    if command -v flock > /dev/null; then
        exec 9> "$root/target/build.lock"
        flock 9
        if ! "$test" "$@"; then
            exec 9>&-
            return 0
        fi
    fi
    modules=$(IFS=,; printf '%s' "$*")
    printf 'building %s ...\n' "$modules" >&2
    # The lock is not handed down: a daemon of the build must not keep it.
    maven -q -Dfast -Dmaven.test.skip=true -pl "$modules" -am package >&2 9>&- \
        || die "the build failed; see above"
    for module in "$@"; do
        ! trains "$module" || train "$module" 9>&-
    done
    exec 9>&-
}
