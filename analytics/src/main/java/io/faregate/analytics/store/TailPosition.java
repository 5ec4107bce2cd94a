package io.faregate.analytics.store;

/**
 * How far a file has been read.
 *
 * @param fileKey what the file system calls it, whatever its name is by now
 * @param path its name when last read
 * @param offset bytes read, up to and including a line end
 * @param head digest of its first bytes: a new file under an old key is told by it
 * @param headLength how many bytes the digest covers
 */
public record TailPosition(String fileKey, String path, long offset, String head, int headLength) {}
