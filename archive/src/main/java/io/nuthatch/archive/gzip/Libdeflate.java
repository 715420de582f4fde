package io.nuthatch.archive.gzip;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** The functions of libdeflate, version 0 of its binary interface, where the system has it. */
// The library is called by intent: this is the one place that does, and it passes lengths with every buffer.
@SuppressWarnings("restricted")
final class Libdeflate {

  static final int SUCCESS = 0;
  static final int INSUFFICIENT_SPACE = 3;

  private static final String NAME = "libdeflate.so.0";
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong SIZE = ValueLayout.JAVA_LONG;
  private static final ValueLayout POINTER = ValueLayout.ADDRESS;

  private static final @Nullable Libdeflate LOADED = load();

  final MethodHandle allocateCompressor;
  final MethodHandle compress;
  final MethodHandle bound;
  final MethodHandle freeCompressor;
  final MethodHandle allocateDecompressor;
  final MethodHandle decompress;
  final MethodHandle freeDecompressor;

  private Libdeflate(SymbolLookup library) {
    allocateCompressor = function(library, "libdeflate_alloc_compressor", FunctionDescriptor.of(POINTER, INT));
    compress = function(library, "libdeflate_gzip_compress",
        FunctionDescriptor.of(SIZE, POINTER, POINTER, SIZE, POINTER, SIZE));
    bound = function(library, "libdeflate_gzip_compress_bound", FunctionDescriptor.of(SIZE, POINTER, SIZE));
    freeCompressor = function(library, "libdeflate_free_compressor", FunctionDescriptor.ofVoid(POINTER));
    allocateDecompressor = function(library, "libdeflate_alloc_decompressor", FunctionDescriptor.of(POINTER));
    decompress = function(library, "libdeflate_gzip_decompress_ex",
        FunctionDescriptor.of(INT, POINTER, POINTER, SIZE, POINTER, SIZE, POINTER, POINTER));
    freeDecompressor = function(library, "libdeflate_free_decompressor", FunctionDescriptor.ofVoid(POINTER));
  }

  /** Null where the system does not have it. */
  static @Nullable Libdeflate loaded() {
    return LOADED;
  }

  private static @Nullable Libdeflate load() {
    try {
      return new Libdeflate(SymbolLookup.libraryLookup(NAME, Arena.global()));
    } catch (IllegalArgumentException | UnsatisfiedLinkError absent) {
      return null;
    }
  }

  private static MethodHandle function(SymbolLookup library, String name, FunctionDescriptor shape) {
    MemorySegment address = library.find(name).orElseThrow(() -> new UnsatisfiedLinkError(name));
    return Linker.nativeLinker().downcallHandle(address, shape);
  }
}
