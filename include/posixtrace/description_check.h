/*
 * description_check.h - a description with a comma where a semicolon belongs
 *
 * A comma as in "unsigned id, char *s" is refused by the compiler, if it knows
 * the text. Valid descriptions are never refused; errors that this check misses
 * are refused by the library.
 *
 * With clang: one of the first two commas is followed by two words, and nothing
 * between. With gcc, which folds other functions: a comma is followed by a
 * type. Both ignore text in parentheses, or in brackets.
 */
#ifndef _POSIXTRACE_DESCRIPTION_CHECK_H
#define _POSIXTRACE_DESCRIPTION_CHECK_H 1

/* clang-format off */
#if defined(__clang__)
#define __POSIX_TRACE_FIND(__text, __c) \
	(__builtin_strchr(__text, __c) ?: "")
#define __POSIX_TRACE_BEHIND(__text, __c, __at) \
	(__builtin_strlen(__POSIX_TRACE_FIND(__text, __c)) < \
	 __builtin_strlen(__at))
#define __POSIX_TRACE_LETTER(__c) \
	((((__c) | 32) >= 'a' && ((__c) | 32) <= 'z') || (__c) == '_')
#define __POSIX_TRACE_TWO_WORDS(__word, __space) \
	(__POSIX_TRACE_LETTER(*(__word)) && *(__space) && \
	 (__POSIX_TRACE_LETTER((__space)[*(__space) != 0]) || \
	  (__space)[*(__space) != 0] == '*') && \
	 __POSIX_TRACE_BEHIND(__word, ';', __space) && \
	 __POSIX_TRACE_BEHIND(__word, ',', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '[', __space) && \
	 __POSIX_TRACE_BEHIND(__word, ']', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '}', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '=', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '\t', __space) && \
	 __POSIX_TRACE_BEHIND(__word, '\n', __space))
#define __POSIX_TRACE_WORD(__comma) ((__comma) + (*(__comma) != 0) + \
	((__comma)[*(__comma) != 0] == ' '))
#define __POSIX_TRACE_TYPED(__d, __comma) \
	(*(__comma) && __POSIX_TRACE_BEHIND(__d, '(', __comma) && \
	 __POSIX_TRACE_TWO_WORDS(__POSIX_TRACE_WORD(__comma), \
		__POSIX_TRACE_FIND(__POSIX_TRACE_WORD(__comma), ' ')))
#define __POSIX_TRACE_COMMA(__text) __POSIX_TRACE_FIND(__text, ',')
#define __POSIX_TRACE_NEXT(__comma) \
	__POSIX_TRACE_COMMA((__comma) + (*(__comma) != 0))
#define __POSIX_TRACE_IS_WRONG(__d) \
	(__POSIX_TRACE_TYPED(__d, __POSIX_TRACE_COMMA(__d)) || \
	 __POSIX_TRACE_TYPED(__d, __POSIX_TRACE_NEXT(__POSIX_TRACE_COMMA(__d))))
#else
#define __POSIX_TRACE_HAS(__d, __type) \
	(__builtin_strstr(__d, "," __type " ") != 0 || \
	 __builtin_strstr(__d, ", " __type " ") != 0)
#define __POSIX_TRACE_IS_WRONG(__d) \
	(__builtin_strchr(__d, '(') == 0 && __builtin_strstr(__d, " ]") == 0 && \
	 (__POSIX_TRACE_HAS(__d, "bool") || \
	  __POSIX_TRACE_HAS(__d, "char") || \
	  __POSIX_TRACE_HAS(__d, "const") || \
	  __POSIX_TRACE_HAS(__d, "double") || \
	  __POSIX_TRACE_HAS(__d, "enum") || \
	  __POSIX_TRACE_HAS(__d, "float") || \
	  __POSIX_TRACE_HAS(__d, "int") || \
	  __POSIX_TRACE_HAS(__d, "int16_t") || \
	  __POSIX_TRACE_HAS(__d, "int32_t") || \
	  __POSIX_TRACE_HAS(__d, "int64_t") || \
	  __POSIX_TRACE_HAS(__d, "int8_t") || \
	  __POSIX_TRACE_HAS(__d, "long") || \
	  __POSIX_TRACE_HAS(__d, "short") || \
	  __POSIX_TRACE_HAS(__d, "signed") || \
	  __POSIX_TRACE_HAS(__d, "size_t") || \
	  __POSIX_TRACE_HAS(__d, "uint16_t") || \
	  __POSIX_TRACE_HAS(__d, "uint32_t") || \
	  __POSIX_TRACE_HAS(__d, "uint64_t") || \
	  __POSIX_TRACE_HAS(__d, "uint8_t") || \
	  __POSIX_TRACE_HAS(__d, "unsigned")))
#endif

#if defined(__has_attribute)
#if __has_attribute(__error__)
#define __POSIX_TRACE_REFUSES_COMMAS
#endif
#endif

#ifdef __POSIX_TRACE_REFUSES_COMMAS
__attribute__((__error__("a description has a comma where a semicolon "
			 "belongs: another type follows"))) int
__posix_trace_comma_for_semicolon(void);
#define __POSIX_TRACE_CHECK(__d) \
	((void)(__builtin_constant_p(__POSIX_TRACE_IS_WRONG(__d)) && \
		__POSIX_TRACE_IS_WRONG(__d) && \
		__posix_trace_comma_for_semicolon()))
#else
#define __POSIX_TRACE_CHECK(__d) ((void)0)
#endif

/* C++ may call it with its namespace before the name. */
#ifndef __cplusplus
#define posix_trace_eventid_describe_np(__event_id, __d) \
	__extension__(__POSIX_TRACE_CHECK(__d), \
		      (posix_trace_eventid_describe_np)(__event_id, __d))
#endif

/* clang-format on */

#endif
